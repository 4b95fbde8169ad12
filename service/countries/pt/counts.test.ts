/** What counts in the totals: each sale once. */
import { expect, it, vi } from 'vitest';
import { minor } from '../../receipt/money.ts';
import { PeriodSums } from '../../receipt/report.ts';
import { sumsOf } from '../../receipt/sums.ts';
import type { Esr } from '../../receipt/tra.ts';
import { portugal } from './index.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const SALE: Esr = { PosA: [pos('10.00')], PayA: [pay('10.00', 'cash')] };
const DAY = '2026-05-04';

async function turnover(till: Till) {
  const { receipts, total, taxes, payments } = await till.room.journal.turnover('def', DAY, DAY);
  // What is in memory is what a restart, an audit and a rebuild work out of the records.
  const sums = (await till.records()).map((record) => sumsOf(record, 2));
  expect(sums.reduce((all, own) => all + (own?.total ?? 0), 0)).toBe(total);
  // So do X and Z reports.
  const period = new PeriodSums(1);
  for (const record of await till.records()) period.take(record, 2);
  const { T, PayA, Receipts, Voids } = period.content(2);
  expect([minor(T, 2), Receipts + Voids]).toEqual([total, receipts]);
  expect(PayA.map((p) => minor(p.Amt, 2))).toEqual(payments.map((p) => p.amount));
  return { receipts, total, taxes: taxes.map((t) => t.gross), payments: payments.map((p) => p.amount) };
}

it.each(['CM', 'OR', 'PF', 'NE', 'GR', 'GT'])(
  'a bill or delivery note (%s) and its invoice count once',
  async (DT) => {
    const till = await Till.open();
    const bill = await till.issue({ ...SALE, DT, PayA: [] });
    expect(await turnover(till)).toEqual({ receipts: 0, total: 0, taxes: [], payments: [] });
    await till.issue({ ...SALE, RFN: bill.ESR!.FN! });
    expect(await turnover(till)).toEqual({ receipts: 1, total: 1000, taxes: [1000], payments: [1000] });
  },
);

it('of a receipt for an invoice the payments alone count', async () => {
  const till = await Till.open();
  const invoice = await till.issue({ ...SALE, DT: 'FT', PayA: [pay('10.00', 'open')] });
  for (const DT of ['RC', 'RG']) await till.issue({ ...SALE, DT, RFN: invoice.ESR!.FN! });
  expect(await turnover(till)).toEqual({ receipts: 1, total: 1000, taxes: [1000], payments: [2000, 1000] });
});

it('the void of a document takes back what it has added, and no more', async () => {
  const till = await Till.open();
  await till.sell('1.00');
  const bill = await till.issue({ ...SALE, DT: 'CM', PayA: [] });
  const receipt = await till.issue({ ...SALE, DT: 'RG' });
  for (const { ESR } of [bill, receipt]) await till.void(ESR!.FN!);
  expect(await turnover(till)).toMatchObject({ total: 100, taxes: [100], payments: [0, 100] });
});

it('neither takes part in the totals of the answer nor carries them', async () => {
  const till = await Till.open({ attributes: 'Fis_TotCheckout' });
  const bill = await till.issue({ ...SALE, DT: 'CM', PayA: [] });
  expect(bill.Fis).not.toHaveProperty('TotCheckout');
  expect((await till.sell('1.00')).Fis?.TotCheckout).toMatchObject({ Day: '1.00', All: '1.00' });
});

it('no POS can say of a sale that it does not count', async () => {
  const till = await Till.open();
  const tra = { ESR: SALE, Counts: 'nothing' };
  expect(await till.register.submit({ tra, warnings: [], restart: false })).toMatchObject({
    Result: { RC: 'OK' },
  });
  expect(await turnover(till)).toMatchObject({ receipts: 1, total: 1000 });
});

it('what versions before have counted stays counted, its void included', async () => {
  const till = await Till.open();
  const counts = vi.spyOn(portugal, 'counts').mockReturnValue(undefined);
  const bill = await till.issue({ ...SALE, DT: 'CM', PayA: [] });
  counts.mockRestore();
  expect(bill).not.toHaveProperty('Counts');
  expect(await turnover(till)).toMatchObject({ receipts: 1, total: 1000 });
  await till.void(bill.ESR!.FN!);
  expect(await turnover(till)).toMatchObject({ total: 0 });
});
