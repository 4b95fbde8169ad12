/** What is wrong with a SAF-T Cash Register is found by file and transaction; the official example and ours are right. */
import { expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../../../testing/official.ts';
import { denmark } from '../../../dk/testing/example.ts';
import { saft as danish } from '../../../dk/export.ts';
import { SECRET } from '../../../no/testing/shop.ts';
import { norway } from '../../../no/testing/example.ts';
import { saft as norwegian } from '../../../no/export.ts';
import { Shop } from '../../../testing/shop.ts';
import { filesOf, sellADay } from '../testing/day.ts';
import { verifyCashRegister } from './verify.ts';

/** The report on texts by name. */
function check(files: ReadonlyMap<string, string>, keys: string[] = []) {
  return verifyCashRegister({
    keys,
    names: [...files.keys()],
    open: (name) =>
      (async function* () {
        const bytes = Buffer.from(files.get(name)!);
        // A letter may lie across two pieces.
        for (let at = 0; at < bytes.length; at += 997)
          yield await Promise.resolve(bytes.subarray(at, at + 997));
      })(),
  });
}

it('reads the official Norwegian example, and finds nothing wrong with it', async ({ skip }) => {
  const example = 'schemas/no/ExampleFile_SAF-T_Cash_Register_999999999_20210330104000.xml';
  needOfficial(skip, lacksOfficial(example));
  const report = await check(new Map([['example.xml', officialBytes(example).toString('utf8')]]));
  expect(report).toMatchObject({ findings: [], more: 0, counts: { transactions: 4, reports: 1 } });
});

it('finds nothing wrong with ours, and verifies signatures by the certificate that is in the file', async () => {
  for (const [example, saft, signatures] of [
    [denmark, danish, 9],
    [norway, norwegian, 9],
  ] as const) {
    const shop = await Shop.open(example);
    await sellADay(shop);
    const report = await check(await filesOf(shop, saft), [SECRET]);
    expect(report.findings).toEqual([]);
    expect(report.counts).toEqual({ files: 1, transactions: 9, reports: 2, signatures });
  }
});

it('names what was changed', async () => {
  const shop = await Shop.open(denmark);
  await sellADay(shop);
  const [[name, xml]] = [...(await filesOf(shop, danish))] as [[string, string]];
  const found = async (was: RegExp, is: string) => {
    const changed = xml.replace(was, is);
    expect(changed).not.toBe(xml);
    return (await check(new Map([[name, changed]]))).findings.map(({ text }) => text).join('\n');
  };
  expect(await found(/<transTime>12:00:00/, '<transTime>12:00:01')).toContain('the signature does not fit');
  expect(await found(/<lineAmntIn>45.00/, '<lineAmntIn>44.00')).toContain('its lines come to 12400 cents');
  expect(await found(/<cashtransaction>\s*<nr>3<[\s\S]*?<\/cashtransaction>/, '')).toContain(
    'number 4 follows 2',
  );
  expect(await found(/(>Z report<\/reportType>[\s\S]*?<totalCashSaleAmnt>)\d+/, '$19')).toMatch(
    /Z report \d+ says/,
  );
  expect(await found(/<employee>\s*<empID>E1<[\s\S]*?<\/employee>/, '')).toContain(
    'empID E1 is described nowhere',
  );
  expect(await found(/(<reportArtGroup>\s*<artGroupID>)[^<]*/, '$1G-none')).toContain(
    'artGroupID G-none is described nowhere',
  );
  expect(await found(/<nr>1</, '<nr>one<')).toContain('number 2 follows one');
  expect(await found(/<\/auditfile>/, '')).toContain('it cannot be read');
  expect(await found(/CashRegister:DK/, 'CashRegister:XX')).toContain('no SAF-T Cash Register');
});

it('verifies the Norwegian chain with the key of the supplier, and names what was changed', async () => {
  const shop = await Shop.open(norway);
  await sellADay(shop);
  const [[name, xml]] = [...(await filesOf(shop, norwegian))] as [[string, string]];
  const told = async (changed: string, keys: string[]) => {
    const { findings, counts } = await check(new Map([[name, changed]]), keys);
    return [counts.signatures, ...findings.map(({ text }) => text)];
  };
  expect(await told(xml, [])).toEqual([0]);
  const wrong = Buffer.alloc(16).toString('base64');
  expect(await told(xml, [wrong, SECRET])).toEqual([9]);
  expect(await told(xml, [wrong])).toHaveLength(10);
  expect(await told(xml, ['a key'])).toEqual([0, expect.stringContaining('neither PEM')]);
  // The first sale is the second transaction, behind the opening float.
  expect(await told(xml.replace(/<transTime>12:00:00/g, '<transTime>12:00:01'), [SECRET])).toHaveLength(10);
  const amount = xml.replace(/(<nr>2<[\s\S]*?<signature>).{4}/, '$1AAAA');
  expect(await told(amount, [SECRET])).toEqual([
    7,
    'transaction 2: the signature does not fit',
    'transaction 3: the signature does not fit',
  ]);
});
