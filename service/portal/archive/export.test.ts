import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkSaft } from '../../countries/pt/saft/testing/assertions.ts';
import { noSchema, schemaProblems } from '../../countries/pt/saft/testing/schema.ts';
import { openLiveTill } from '../../countries/pt/testing/live-till.ts';
import { pos } from '../../countries/pt/testing/receipts.ts';
import { LIVE_KEY, Till } from '../../countries/pt/testing/till.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { testCompany } from '../testing/company.ts';
import { downloadExport } from '../testing/download.ts';
import { ADMIN_KEY, type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, handInJournal, saleLine } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';
import { needOfficial } from '../../testing/official.ts';

const MAY = 'from=2026-05-01&till=2026-05-31';
const PROGRAM = {
  product: 'Caixa/Exemplo Software',
  version: '7',
  producer: { name: 'Exemplo Software', taxId: '599999993' },
  certificate: '9999',
};
const SECOND: Cfg = { ...PORTUGAL, Trm: { TT: '2' } };
const PUBLIC_KEY = String(createPublicKey(LIVE_KEY.privateKey).export({ type: 'spki', format: 'pem' }));

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const download = (companyId: number, query: string) => downloadExport(portal, companyId, query);

it('has records of a register that was put back once, and says which register goes on behind which', async () => {
  const companyId = await testCompany(portal, { name: 'Put back' });
  const { till } = await openLiveTill();
  await till.sell('3.00');
  const journal = till.room.journal;
  const common: string[] = [];
  for await (const page of journal.linesBetween('def', 0, await journal.lastSq('def')))
    common.push(...page.map(({ text }) => text));
  const keys = generateKeyPairSync('ed25519');
  const former = await testRegister(portal, companyId, { keys });
  const sq = common.length + 1;
  expect((await handIn(former, 1, [...common, saleLine(sq)])).status).toBe(200);
  await till.sell('4.00');
  const again = { keys, instance: `${former.instance}/b`, follows: former.registerId };
  const register = await testRegister(portal, companyId, again);
  const own = await handInJournal(register, journal);

  const { files } = await download(companyId, `type=saft&${MAY}`);
  const saft = Object.entries(files)
    .find(([name]) => name.endsWith('.xml'))![1]
    .toString();
  expect(saft.match(/<GrossTotal>[34]\.00</g)?.sort()).toEqual(['<GrossTotal>3.00<', '<GrossTotal>4.00<']);
  const note = files['REGISTERS-PUT-BACK.txt']!.toString();
  expect(note).toContain(`register def (${register.registerId}) is register ${former.registerId}`);
  expect(note).toContain(`from ${sq} on`);
  const journals = await download(companyId, `type=jou&${MAY}`);
  expect(journals.files[`${register.registerId}_def_0000.jou`]!.toString()).toBe(
    own.map((line) => `${line}\n`).join(''),
  );
});

describe('a company with two tills', () => {
  let made: Promise<{ companyId: number; journals: string[][]; ids: number[] }> | null = null;
  /** The tills belong to the first test that asks; what they have handed in stays. */
  const company = () => (made ??= make());

  async function make() {
    const companyId = await testCompany(portal);
    const { till } = await openLiveTill();
    const { till: other } = await openLiveTill({ cfg: SECOND });
    const sale = await till.sell('3.23', { Ctm: { Nam: 'Zoé', TaxId: '599999993' } });
    await till.void(sale.ESR!.FN!);
    await till.sell('1.00');
    const order = await till.issue({ DT: 'CM', PosA: [pos('5.00')] });
    await till.sell('5.00', { RFN: order.ESR!.FN! });
    const returned = await other.sell('2.00');
    await other.sell('-2.00', { Rsn: 'Defeito', RFN: returned.ESR!.FN! });
    const registers = [
      await testRegister(portal, companyId, { tl: '1', tt: '1' }),
      await testRegister(portal, companyId, { tl: '1', tt: '2' }),
    ];
    const ids = registers.map(({ registerId }) => registerId);
    const journals = [
      await handInJournal(registers[0]!, till.room.journal),
      await handInJournal(registers[1]!, other.room.journal),
    ];
    const told = await registers[0]!.send('PUT', '/installation', {
      program: PROGRAM,
      publicKeys: { 'key1.pem': PUBLIC_KEY },
    });
    expect(told.status).toBe(200);
    return { companyId, journals, ids };
  }

  it('is one SAF-T file, right by the rules of the tax authority', async () => {
    const { companyId } = await company();
    const { name, files } = await download(companyId, `type=saft&${MAY}&comment=Maio`);
    expect(name).toBe('export.zip');
    expect(Object.keys(files)).toStrictEqual(['SAFT-PT_599999993_2026-05-01_2026-05-31.xml']);
    const [bytes] = Object.values(files);
    expect(checkSaft(bytes!, { publicKeys: new Map([['1', PUBLIC_KEY]]) })).toStrictEqual([]);
    const text = new TextDecoder('windows-1252').decode(bytes);
    const numbers = [...text.matchAll(/<(?:InvoiceNo|DocumentNumber)>(.*?)</g)].map(([, number]) => number);
    expect(numbers).toStrictEqual([
      'FT 1_1.26/1',
      'FS 1_1.26/1',
      'FS 1_1.26/2',
      'FS 1_2.26/1',
      'NC 1_2.26/1',
      'CM 1_1.26/1',
    ]);
    expect([...text.matchAll(/<(?:Invoice|Work)Status>(.)</g)].map(([, status]) => status)).toStrictEqual([
      'A',
      'N',
      'N',
      'N',
      'N',
      'F',
    ]);
    expect(text).toContain('<TaxEntity>Global</TaxEntity>');
    expect(text).toContain('<SoftwareCertificateNumber>9999</SoftwareCertificateNumber>');
    expect(text).toContain('<HeaderComment>Maio</HeaderComment>');
  });

  it('is valid by the schema', async ({ skip }) => {
    needOfficial(skip, noSchema);
    const { companyId } = await company();
    const { files } = await download(companyId, `type=saft&${MAY}`);
    expect(schemaProblems(Object.values(files)[0]!)).toBe('');
  });

  it('has nothing of another period', async () => {
    const { companyId } = await company();
    const { files } = await download(companyId, 'type=saft&from=2026-06-01&till=2026-06-30');
    expect(Object.values(files)[0]!.toString('latin1')).not.toContain('SourceDocuments');
    expect((await download(companyId, 'type=jou&from=2026-06-01&till=2026-06-30')).files).toStrictEqual({});
  });

  it('is exported as journals, byte by byte', async () => {
    const { companyId, journals, ids } = await company();
    const { name, files } = await download(companyId, `type=jou&${MAY}`);
    expect(name).toBe('jou.zip');
    const written = journals.map((lines, i) => [
      `${ids[i]}_def_0000.jou`,
      lines.map((line) => `${line}\n`).join(''),
    ]);
    const textsOf = (all: typeof files) =>
      Object.entries(all).map(([file, bytes]) => [file, bytes.toString()]);
    expect(textsOf(files)).toStrictEqual(written);
    expect(textsOf((await download(companyId, 'type=jou')).files)).toStrictEqual(written);
  });

  it('has everything without days, as the page says', async () => {
    const { companyId } = await company();
    const { name, files } = await download(companyId, 'type=saft');
    const [[file, content] = []] = Object.entries(files);
    expect([name, file]).toEqual(['export.zip', expect.stringMatching(/^SAFT-PT_599999993_2026-05-04_/)]);
    expect(content!.toString('latin1')).toContain('SourceDocuments');
  });

  it('is told which exports there are', async () => {
    const { companyId } = await company();
    const answer = await portal.send('GET', `/Company/${companyId}/Export?type=dep`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'type', params: { values: 'jou, saft' } }] },
    });
  });

  it.each(['from=2026-02-30', 'from=2026-05-02&till=2026-05-01', 'comment=%01'])(
    'is not exported for %s',
    async (query) => {
      const { companyId } = await company();
      expect(await portal.send('GET', `/Company/${companyId}/Export?type=saft&${query}`)).toMatchObject({
        status: 400,
      });
    },
  );

  it('passes its verification', async () => {
    const { companyId, journals, ids } = await company();
    const answer = await portal.ask('GET', `/Company/${companyId}/Register/${ids[0]}/Verification`);
    expect(answer).toMatchObject({ findings: [], valid: true, records: journals[0]!.length });
    expect(answer.summary).toContain('signatures that fit 4');
  });

  it('ends exports that nobody takes any more', async () => {
    const { companyId } = await company();
    for (let i = 0; i < 6; i++) {
      const stopping = new AbortController();
      const url = `${portal.url}/Company/${companyId}/Export?type=saft&${MAY}`;
      const response = await vi.waitFor(async () => {
        const answer = await fetch(url, { headers: { api_key: ADMIN_KEY }, signal: stopping.signal });
        expect(answer.status).toBe(200);
        return answer;
      });
      stopping.abort();
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
  });
});

describe('documents of test series', () => {
  it('are in exports of companies for tests alone', async () => {
    const till = await Till.open();
    await till.sell('1.00');
    const numbersIn = async (companyId: number) => {
      await handInJournal(await testRegister(portal, companyId), till.room.journal);
      const { name, files } = await download(companyId, `type=saft&${MAY}`);
      return { name, count: Object.values(files)[0]!.toString('latin1').split('<InvoiceNo>').length - 1 };
    };
    expect(await numbersIn(await testCompany(portal))).toStrictEqual({ name: 'export.zip', count: 0 });
    expect(await numbersIn(await testCompany(portal, { state: 'Test' }))).toStrictEqual({
      name: 'TEST-export.zip',
      count: 1,
    });
  });
});

describe('a register of another company or without configuration', () => {
  it('is named in the archive', async () => {
    const companyId = await testCompany(portal);
    const till = await Till.open({ cfg: { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT999999990' } } });
    await handInJournal(await testRegister(portal, companyId), till.room.journal);
    const bare = await testRegister(portal, companyId);
    await handIn(bare, 1, [saleLine(1)]);
    // As versions before took it.
    await portal.portal.services.db.write((db) =>
      db.run('UPDATE registers SET rn = $rn WHERE id = $id', {
        rn: 'bare\nall is well',
        id: bare.registerId,
      }),
    );
    const { files } = await download(companyId, `type=saft&${MAY}`);
    expect(files['MISSING-REGISTERS.txt']!.toString()).toContain('is configured for PT999999990\n');
    expect(files['MISSING-REGISTERS.txt']!.toString()).toContain(
      `(${bare.registerId}) has handed in no configuration\n`,
    );
  });
});
