/** The Danish SAF-T Cash Register of a day, held against the schema and what the schema cannot hold. */
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExportSource } from '../contract/exports.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { needOfficial } from '../../testing/official.ts';
import { saft } from './export.ts';
import { isSignature } from './signature.ts';
import { denmark } from './testing/example.ts';
import { CVR, pos, receipt, SALE } from './testing/shop.ts';

const schema = officialSchema('schemas/dk/SAF-T.xsd');

/** A day of a shop with everything that a till does. */
async function day(): Promise<Shop> {
  const shop = await Shop.open(denmark);
  await shop.sell({ NF: 'login', Opr: 'E1' });
  await shop.sell({ NF: 'balance', Opr: 'E1', T: '500.00' });
  const sale = await shop.sell(SALE);
  const wine = pos('Vin "rød" <& æøå>', '200.00', { PN: '1', Cat: 'vin', CatN: 'Vine', IN: '5701234567899' });
  await shop.sell(receipt([wine, { _: 'Mod', PN: '1', Dsc: 'Rabat', Amt: '-20.00' }], '180.00'));
  const back = receipt([pos('Kaffe', '-45.00')], '-45.00', { RFN: sale.ESR!.FN!, Rsn: 'kold' });
  await shop.sell(back);
  await shop.void(await shop.sell(SALE));
  await shop.sell({ ...SALE, Test: '1' });
  await shop.sell({ NF: 'order', Opr: 'E2', PosA: [pos('Kaffe', '45.00')] });
  await shop.sell({ NF: 'drawer', Opr: 'E2' });
  await shop.sell({ NF: 'payout', Opr: 'E2', T: '100.00' });
  await shop.sell({ NFS: 'X', Opr: 'E1' });
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  await shop.sell(SALE);
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  return shop;
}

/** Its files by name. */
async function files(shop: Shop): Promise<Map<string, string>> {
  const records = await shop.room.records('def');
  const { state, country } = shop.register;
  expect(country).toBeDefined();
  const source: ExportSource = {
    ...{ rn: 'def', cfg: shop.example.cfg, state },
    async *pages() {
      for (const record of records) yield await Promise.resolve([record]);
    },
    record: (sq) => Promise.resolve(records.find(({ SQ }) => SQ === sq) ?? null),
    voidOf: () => Promise.resolve(null),
  };
  const scope = {
    from: '2026-05-01',
    till: '2026-05-31',
    comment: 'Kontrol',
    open: false,
    folder: '',
    whole: true,
  };
  const context = { ...shop.room.services, now: '2026-06-01T08:00:00' };
  const found = new Map<string, string>();
  const asked = { ...scope, sources: [source], progress: () => undefined };
  for await (const { name, content } of saft.files(asked, context)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    found.set(name, Buffer.concat(parts).toString());
  }
  return found;
}

const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value!);
const blocks = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>[\\s\\S]*?</${name}>`, 'g'))].map(([value]) => value);

describe('the export of a day', () => {
  it('is valid, and holds what the schema cannot say', async (test) => {
    const shop = await day();
    expect(await complaints(shop)).toEqual([]);
    const found = await files(shop);
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
    transactions.forEach((each, i) => {
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
      const { publicKey } = new X509Certificate(Buffer.from(value('certificateData'), 'base64'));
      expect(isSignature(text, value('signature'), publicKey)).toBe(true);
      before = value('signature');
    });
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

    needOfficial((isSkipped, note) => test.skip(isSkipped, note), schema.lack);
    expect(schema.problems([xml])).toBe('');
  });
});
