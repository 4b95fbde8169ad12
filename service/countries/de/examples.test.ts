/** Sales of all trades, as POS programs send them, in a German register: signed, closed, exported, and held against all checks. */
import { expect, it } from 'vitest';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { readExamples } from '../../testing/examples.ts';
import { verifyExport } from '../../tse-export/verify.ts';
import { complaints } from '../testing/books.ts';
import { withGroups } from '../testing/with-groups.ts';
import { rowsOf, verified } from './dsfinvk/testing/exported.ts';
import { exportOf } from './testing/export-of.ts';
import { open, processes } from './testing/german.ts';
import { CFG, pay, pos } from './testing/shop.ts';

const tip = (TaxG: string, Amt: string) => pos('Trinkgeld', TaxG, Amt, { _: 'Tip' });
const dep = (Amt: string) => pos('Pfand', 'A', Amt, { _: 'Dep' });
const voucher = (TaxG: string, Amt: string) => pos('Gutschein', TaxG, Amt, { _: 'Vou', VouN: 'G-1' });

/** Portuguese groups and percentages, as Germany has them. */
const GROUPS: Readonly<Record<string, string>> = {
  ...{ NOR: 'A', '23%': 'A', INT: 'B', '13%': 'B', RED: 'B', '6%': 'B', ISE: '6', '0%': 'E' },
};

/** A sale with German groups; null where its taxes are of another country. */
function asGerman({ DT: _type, ...esr }: Tree): Tree | null {
  const sale = withGroups(esr, GROUPS);
  return sale && { ...sale, Opr: '1' };
}

/** What a German till sends besides, with what is to be signed about it. */
const GERMAN: readonly (readonly [what: string, esr: Tree, data: string])[] = [
  [
    'a menu in the house, a coffee to go, and a tip for the staff',
    {
      PosA: [pos('Menü', 'A', '21.90'), pos('Kaffee', 'B', '2.60', { InH: '0' }), tip('E', '1.50')],
      PayA: [pay('debitcard', '26.00')],
    },
    'Beleg^21.90_2.60_0.00_0.00_1.50^26.00:Unbar',
  ],
  [
    'a tip for the company',
    { PosA: [pos('Bier', 'A', '4.50'), tip('A', '0.50')], PayA: [pay('cash', '5.00')] },
    'Beleg^5.00_0.00_0.00_0.00_0.00^5.00:Bar',
  ],
  [
    'bottles with their deposit, and empty ones back',
    {
      PosA: [pos('Cola', 'A', '1.50'), dep('0.25'), dep('-0.50')],
      PayA: [pay('cash', '2.00'), pay('change', '-0.75')],
    },
    'Beleg^1.25_0.00_0.00_0.00_0.00^1.25:Bar',
  ],
  [
    'a voucher for anything',
    { PosA: [voucher('7', '50.00')], PayA: [pay('creditcard', '50.00')] },
    'Beleg^0.00_0.00_0.00_0.00_50.00^50.00:Unbar',
  ],
  [
    'a voucher for one thing',
    { PosA: [voucher('A', '30.00')], PayA: [pay('cash', '30.00')] },
    'Beleg^30.00_0.00_0.00_0.00_0.00^30.00:Bar',
  ],
  [
    'a sale that a voucher for anything pays in part',
    { PosA: [pos('Buch', 'B', '60.00'), voucher('7', '-50.00')], PayA: [pay('cash', '10.00')] },
    'Beleg^0.00_60.00_0.00_0.00_-50.00^10.00:Bar',
  ],
  [
    'a newspaper for an agency',
    { PosA: [pos('Zeitung', 'B', '2.90', { DE_AGENTUR_ID: '1' })], PayA: [pay('cash', '2.90')] },
    'Beleg^0.00_2.90_0.00_0.00_0.00^2.90:Bar',
  ],
  [
    "a farmer's goods at both average rates",
    { PosA: [pos('Wein', 'C', '8.00'), pos('Holz', 'D', '50.00')], PayA: [pay('Unbar', '58.00')] },
    'Beleg^0.00_0.00_8.00_50.00_0.00^58.00:Unbar',
  ],
  [
    'panels for the sun, and a stamp without tax',
    { PosA: [pos('Solarmodul', '8', '900.00'), pos('Briefmarke', '6', '0.95')], PayA: [pay('ec', '900.95')] },
    'Beleg^0.00_0.00_0.00_0.00_900.95^900.95:Unbar',
  ],
  [
    'francs and dollars, with change in euros',
    {
      PosA: [pos('Uhr', 'A', '100.00')],
      PayA: [
        pay('foreign', '64.00', { CC: 'CHF', FAmt: '60.00' }),
        pay('foreign', '46.00', { CC: 'USD', FAmt: '50.00' }),
        pay('change', '-10.00'),
      ],
    },
    'Beleg^100.00_0.00_0.00_0.00_0.00^-10.00:Bar_60.00:Bar:CHF_50.00:Bar:USD',
  ],
  [
    'an invoice that is paid later',
    { NFS: 'Invoice', PosA: [pos('Beratung', 'A', '119.00')], PayA: [pay('open', '119.00')] },
    'AVRechnung^119.00_0.00_0.00_0.00_0.00^',
  ],
  [
    'and its payment',
    { NFS: 'Pay', PayA: [pay('cash', '119.00')] },
    'Beleg^0.00_0.00_0.00_0.00_119.00^119.00:Bar',
  ],
  [
    'a meal for an employee',
    { NFS: 'Benefit', PosA: [pos('Personalessen', 'B', '4.13')] },
    'AVSachbezug^0.00_4.13_0.00_0.00_0.00^',
  ],
  [
    'an order',
    {
      NFS: 'Order',
      PosA: [pos('Beer', 'A', '10.21'), pos('Schnitzel "Wien"', 'B', '12.20', { Qty: '0.5' })],
    },
    '1;"Beer";10.21\r0.5;"Schnitzel ""Wien""";24.40',
  ],
  [
    'money to another till',
    { NFS: 'Transfer', PayA: [pay('cash', '-500.00')] },
    'AVTransfer^0.00_0.00_0.00_0.00_-500.00^-500.00:Bar',
  ],
];

it('takes forty sales of all trades, and auditors find nothing', async () => {
  const german = await open();
  const { shop } = german;
  await shop.room.registers.configure('def', {
    ...CFG,
    DE_Agentur: [{ Id: '1', Nam: 'Verlag', Ctry: 'DE' }],
  });
  for (const [what, esr] of GERMAN) {
    shop.clock.advance(20_000);
    expect({ what, ...(await shop.send({ Opr: '1', ...esr })).Result }).toEqual({ what, RC: 'OK' });
  }
  expect((await processes(german)).map(({ Data }) => Data)).toEqual(GERMAN.map(([, , data]) => data));
  const sold: string[] = [];
  const refused: [name: string, code: string | undefined][] = [];
  for (const { name, cfg, expected, after, route, request } of readExamples().values()) {
    const { ESR } = request.Tra;
    const esr = isTree(ESR) ? asGerman(ESR) : null;
    if (cfg || after || route || expected.RC !== 'OK' || !esr) continue;
    const { D: _date, TN: _number, ...now } = esr;
    shop.clock.advance(20_000);
    const { Result } = await shop.send(now);
    if (Result.RC === 'OK') sold.push(name);
    else refused.push([name, Result.ErrorCode]);
  }
  expect(refused).toEqual([]);
  expect(sold.length + GERMAN.length).toBeGreaterThanOrEqual(40);
  await shop.send({ Opr: '1', NFS: 'Z' });
  expect((await processes(german)).filter(({ Tse }) => Tse === undefined)).toEqual([]);
  expect(await complaints(shop)).toEqual([]);
  const files = await exportOf(shop);
  expect(await verified(files)).toMatchObject({ findings: [], more: 0 });
  const signed = rowsOf(files, 'transactions_tse.csv').length;
  const report = await verifyExport(() => german.engines[0]!.export({}));
  expect(report).toMatchObject({ findings: [], tses: [{ transactions: { finished: signed, open: 0 } }] });
});
