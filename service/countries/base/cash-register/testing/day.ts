/** A day of a cash register, and the files that are exported of it. */
import type { JournalRecord } from '../../../../receipt/tra.ts';
import type { Tree } from '../../../../receipt/tree.ts';
import type { CountryExport, ExportSource } from '../../../contract/exports.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import type { Shop } from '../../../testing/shop.ts';

/** A position of group A. */
export const pos = (Dsc: string, Amt: string, more: Tree = {}): Tree => ({
  ...{ _: 'Pos', Dsc, TaxG: 'A', Amt },
  ...more,
});

/** A receipt paid by card. */
export const receipt = (PosA: Tree[], total: string, more: Tree = {}): Tree => ({
  ...{ Opr: 'E1', OprN: 'Anna Maria Jensen', PosA },
  PayA: [{ _: 'Pay', Dsc: 'Kort', PayG: 'debitcard', Amt: total, UID: '4711' }],
  ...more,
});

/** Coffee and cake: 125.00 with 25 % tax. */
export const SALE = receipt([pos('Kaffe', '45.00'), pos('Kage', '80.00', { Cat: '04006' })], '125.00');

/** Everything that a till does, two Z reports among it. */
export async function sellADay(shop: Shop): Promise<void> {
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
}

/** The files of May by name. @param isIn which of the records the period has */
export async function filesOf(
  shop: Shop,
  saft: CountryExport,
  isIn: (record: JournalRecord) => boolean = () => true,
): Promise<Map<string, string>> {
  const records = await shop.room.records('def');
  const { state } = shop.register;
  const source: ExportSource = {
    ...{ rn: 'def', cfg: shop.example.cfg, state },
    async *pages() {
      for (const record of records.filter(isIn)) yield await Promise.resolve([record]);
    },
    record: (sq) => Promise.resolve(records.find(({ SQ }) => SQ === sq) ?? null),
    voidOf: () => Promise.resolve(null),
  };
  const scope = {
    from: '2026-05-01',
    till: '2026-05-31',
    comment: 'Kontrol',
    open: false,
    folder: await temporaryFolder(),
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

/** Values of elements of a name. */
export const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value!);
/** Elements of a name. */
export const blocks = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>[\\s\\S]*?</${name}>`, 'g'))].map(([value]) => value);
