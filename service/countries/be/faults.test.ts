/** Sales, orders and transfers while the FDM fails at random: no number is lost or given twice, and reports are the journal. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { minor } from '../../receipt/money.ts';
import { runs } from '../../testing/runs.ts';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { signedOf } from './kept.ts';
import { belgium, type BelgianEquipment } from './testing/example.ts';
import { pay, pos, SALE } from './testing/shop.ts';

/** Events of one run; at night as many more as make 10,000. */
const EVENTS = 60;
const MANNERS = ['works', 'works', 'works', 'is-down', 'refuses', 'loses-request', 'loses-answer'] as const;
const KINDS = ['sale', 'discount', 'return', 'order', 'transfer', 'prebill', 'drawer'] as const;

const RECORDS: Readonly<Record<(typeof KINDS)[number], Tree>> = {
  sale: SALE,
  discount: {
    Opr: '1',
    PosA: [
      pos('Cola', 'A', '24.00', { PN: '1', Cat: '10' }),
      { _: 'Mod', PN: '1', Dsc: 'HH', Cat: 'HH', Amt: '-2.40' },
    ],
    PayA: [pay('cash', '21.60')],
  },
  return: { Opr: '1', PosA: [pos('Menu', 'B', '-28.00', { Cat: '20' })], PayA: [pay('refund', '-28.00')] },
  order: { Opr: '1', NFS: 'Order', TP: '5', PosA: SALE.PosA! },
  transfer: { Opr: '1', NFS: 'Transfer', TP: '6', BE_FromTP: '5', PosA: SALE.PosA! },
  prebill: { Opr: '1', NFS: 'PreBill', TP: '6', PosA: SALE.PosA! },
  drawer: { Opr: '1', NFS: 'Drawer' },
};

it('keeps numbers gapless and reports equal to the journal over random faults', async () => {
  const times = Math.ceil((runs(EVENTS) > EVENTS ? 10_000 : EVENTS) / EVENTS);
  for (let n = 0; n < times; n++) {
    const shop = await Shop.open(belgium);
    const plan = fc.sample(fc.tuple(fc.constantFrom(...KINDS), fc.constantFrom(...MANNERS)), {
      numRuns: EVENTS,
    });
    for (const [i, [kind, manner]] of plan.entries()) {
      const esr = { ...RECORDS[kind], UID: `${i}` };
      shop.equipment.behave!(manner);
      const answer = await shop.send(esr);
      shop.equipment.behave!('works');
      if (answer.Result.RC !== 'OK')
        expect([kind, manner, (await shop.send(esr, { restart: true })).Result.RC]).toEqual([
          kind,
          manner,
          'OK',
        ]);
    }
    const events = (await shop.receipts()).filter((record) => signedOf(record) !== null);
    expect(events.map(({ ESR }) => ESR!.UID)).toEqual(plan.map((_, i) => `${i}`));
    expect(events.map((record) => signedOf(record)!.Ticket)).toEqual(plan.map((_, i) => i + 1));
    const z = await shop.send({ Opr: '1', NFS: 'Z' });
    expect(z.Result.RC).toBe('OK');
    const told = JSON.parse(reportOf(shop)) as { turnover: Turnover };
    expect(told.turnover.vats.map(({ label, totalAmount }) => [label, cents(totalAmount)])).toEqual(
      sumsBy(events.filter(({ ESR }) => ESR!.NFS === undefined)),
    );
    expect(told.turnover.transactions.reduce((sum, { ticketCount }) => sum + ticketCount, 0)).toBe(EVENTS);
    expect(told.turnover.drawersOpenCount).toBe(plan.filter(([kind]) => kind === 'drawer').length);
    expect(await complaints(shop)).toEqual([]);
    await shop.stop();
  }
});

/** Input of the last report that the FDM has signed. */
function reportOf({ equipment }: Shop): string {
  return (equipment as BelgianEquipment).fdm.events.at(-1)!.input;
}

interface Turnover {
  vats: { label: string; totalAmount: number }[];
  transactions: { ticketCount: number }[];
  drawersOpenCount: number;
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}

/** Gross amounts by label, as the receipts have them. */
function sumsBy(sales: readonly JournalRecord[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { ESR } of sales)
    for (const { TaxG, Amt } of ESR!.TaxA!) sums.set(TaxG!, (sums.get(TaxG!) ?? 0) + minor(Amt, 2));
  return [...sums];
}
