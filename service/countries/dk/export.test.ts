/** The Danish SAF-T Cash Register of a day, held against the schema and what the schema cannot hold. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { needOfficial } from '../../testing/official.ts';
import { all, blocks, filesOf, sellADay } from '../base/cash-register/testing/day.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { saft } from './export.ts';
import { isSignature } from './signature.ts';
import { denmark } from './testing/example.ts';
import { CVR } from './testing/shop.ts';

const schema = officialSchema('schemas/dk/SAF-T.xsd');

/** Whether openssl finds the signature of a text right. */
async function isRightToOpenssl(
  text: string,
  signature: string,
  certificate: X509Certificate,
): Promise<boolean> {
  const folder = await temporaryFolder();
  const file = (name: string) => path.join(folder, name);
  await fs.writeFile(file('key'), certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  await fs.writeFile(file('signature'), Buffer.from(signature, 'base64'));
  await fs.writeFile(file('text'), text);
  const asked = ['dgst', '-sha512', '-verify', file('key'), '-signature', file('signature'), file('text')];
  return spawnSync('openssl', asked).status === 0;
}

describe('the export of a day', () => {
  it('is valid, and holds what the schema cannot say', async ({ skip }) => {
    const shop = await Shop.open(denmark);
    await sellADay(shop);
    expect(await complaints(shop)).toEqual([]);
    const found = await filesOf(shop, saft);
    expect([...found.keys()]).toEqual([`SAF-T Cash Register_${CVR}_20260601080000_1_1.xml`]);
    const [xml] = [...found.values()] as [string];

    const basics = new Set(all(xml, 'basicID'));
    const used = ['eventType', 'transType', 'lineType', 'paymentType', 'raiseType', 'dscTp', 'artGroupID'];
    expect(used.flatMap((name) => all(xml, name)).filter((id) => !basics.has(id))).toEqual([]);
    expect(basics.size).toBe(all(xml, 'basicID').length);
    const [head = '', journal = ''] = xml.split('<location>');
    const articles = new Set(all(head, 'artID'));
    expect(all(journal, 'artID').filter((id) => !articles.has(id))).toEqual([]);
    const employees = new Set(all(head, 'empID'));
    expect(all(journal, 'empID').filter((id) => !employees.has(id))).toEqual([]);

    const transactions = blocks(journal, 'cashtransaction');
    let before = '0';
    for (const [i, each] of transactions.entries()) {
      const value = (name: string) => all(each, name)[0]!;
      expect(value('nr')).toBe(String(i + 1));
      const names = [
        'nr',
        'transID',
        'transType',
        'transDate',
        'transTime',
        'empID',
        'transAmntIn',
        'transAmntEx',
      ];
      const text = [before, ...names.map(value), 'KBH1-1', CVR].join(';');
      const certificate = new X509Certificate(Buffer.from(value('certificateData'), 'base64'));
      expect(isSignature(text, value('signature'), certificate.publicKey)).toBe(true);
      // Somebody else's program, once: processes take their time.
      if (i === 1) {
        expect(await isRightToOpenssl(text, value('signature'), certificate)).toBe(true);
        expect(await isRightToOpenssl(`${text}0`, value('signature'), certificate)).toBe(false);
      }
      // An opening float and what is paid out are no payments.
      const isMoney = ['11007', '11010'].includes(value('transType'));
      expect(all(each, 'paidAmnt')).toEqual(isMoney ? [] : [value('transAmntIn')]);
      before = value('signature');
    }
    expect(all(journal, 'voidTransaction').filter((each) => each === 'true')).toHaveLength(1);
    expect(all(journal, 'trainingID').filter((each) => each === 'true')).toHaveLength(1);

    const [, z, second] = blocks(journal, 'eventReport');
    // 125.00 + 180.00 + 125.00 sold; 45.00 given back; one of the sales was voided.
    expect(all(z!, 'totalCashSaleAmnt')).toEqual(['430.00']);
    expect(all(z!, 'reportReturnAmnt')).toEqual(['45.00']);
    expect(all(z!, 'reportVoidTransAmnt')).toEqual(['125.00']);
    expect(all(z!, 'reportDiscountAmnt')).toEqual(['20.00']);
    expect(all(z!, 'reportOpenCashBoxNum')).toEqual(['1']);
    expect(all(z!, 'reportOpeningChangeFloat')).toEqual(['500.00']);
    expect(all(z!, 'reportGrandTotalSalesNet')).toEqual(['260.00']);
    expect(all(second!, 'totalCashSaleAmnt')).toEqual(['125.00']);
    expect(all(second!, 'reportGrandTotalSales')).toEqual(['555.00']);

    needOfficial(skip, schema.lack);
    expect(schema.problems([xml])).toBe('');
  });
});
