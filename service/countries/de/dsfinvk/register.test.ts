/** Receipts of a real register, from the till to the export and its check. */
import { expect, it } from 'vitest';
import type { Tree } from '../../../receipt/tree.ts';
import { Shop } from '../../testing/shop.ts';
import { germany } from '../testing/example.ts';
import { pay, pos, SALE, testTses, type TestTses } from '../testing/shop.ts';
import { exportOf } from '../testing/export-of.ts';
import { rowsOf, verified } from './testing/exported.ts';

async function open(): Promise<{ shop: Shop; tses: TestTses }> {
  let tses: TestTses | null = null;
  const shop = await Shop.open({
    ...germany,
    async equipment(clock) {
      tses = await testTses(clock, 2);
      return { services: { tses: tses.tses } };
    },
  });
  return { shop, tses: tses as unknown as TestTses };
}

it('exports a day with an outage, a TSE that took over, a void, an abort and the open day', async () => {
  const { shop, tses } = await open();
  const send = async (esr: Tree) => {
    shop.clock.advance(60_000);
    const told = await shop.send({ Opr: '7', ...esr });
    expect(told.Result.RC).toBe('OK');
    return told;
  };
  const step = (type: 'TraS' | 'TraV', esr: Tree = {}) => shop.register.submitStep(type, { ESR: esr }, []);
  await send({ NFS: 'payin', PayA: [pay('cash', '100.00')] });
  const sold = await send(SALE);
  await step('TraS');
  shop.clock.advance(60_000);
  await step('TraV');
  tses.faults[0] = () => 'unreachable';
  await send({ PosA: [pos('Wasser', 'A', '2.50')], PayA: [pay('debitcard', '2.50')] });
  tses.faults[1] = () => 'unreachable';
  await send({ PosA: [pos('Saft', 'A', '3.50')], PayA: [pay('cash', '3.50')] });
  tses.faults.fill(null);
  tses.restart();
  await send({
    ...SALE,
    Void: '1',
    RTN: sold.ESR!.TN!,
    PosA: [pos('Kaffee', 'A', '-3.20'), pos('Brötchen', 'B', '-1.00', { InH: '0' })],
    PayA: [pay('cash', '-4.20')],
  });
  await send({ Test: '1', PosA: [pos('Übung', 'A', '1.00')], PayA: [pay('cash', '1.00')] });
  await send({ NFS: 'order', PosA: [pos('Pizza', 'B', '9.00', { Qty: '2' })] });
  await send({ NFS: 'Z' });
  const files = await exportOf(shop);
  expect(await verified(files)).toEqual({ findings: [], more: 0, counts: { closings: 1, processes: 9 } });
  expect(rowsOf(files, 'tse.csv').map(({ TSE_SERIAL }) => TSE_SERIAL)).toEqual(
    tses.engines.map((made) => made?.identity?.serial),
  );
  expect(rowsOf(files, 'transactions_tse.csv').map(({ TSE_ID }) => TSE_ID)).toEqual([
    '1',
    '1',
    '1',
    '2',
    '',
    '1',
    '1',
    '1',
    '1',
  ]);
  expect(rowsOf(files, 'references.csv')).toMatchObject([
    { REF_TYP: 'Transaktion', REF_Z_NR: '1', REF_BON_ID: String(sold.SQ) },
  ]);
  await send(SALE);
  expect(rowsOf(await exportOf(shop), 'cashpointclosing.csv')).toHaveLength(1);
  const withOpen = await exportOf(shop, true);
  expect(await verified(withOpen)).toMatchObject({ findings: [], counts: { closings: 2, processes: 10 } });
});

it('has a receipt that came late in the export of its day, in the closing that it was registered in', async () => {
  const { shop } = await open();
  const send = async (esr: Tree) => {
    shop.clock.advance(60_000);
    const told = await shop.send({ Opr: '7', ...esr });
    expect(told.Result.RC).toBe('OK');
    return String(told.SQ);
  };
  const nextDay = () => shop.clock.advance(86_400_000);
  const late = (day: string) => send({ ...SALE, D: `${day}T21:00:00` });
  const bons = async (day: string, withOpen = false) => {
    const files = await exportOf(shop, withOpen, { from: day, till: day });
    expect(await verified(files)).toMatchObject({ findings: [] });
    return rowsOf(files, 'transactions.csv').map(({ Z_NR, BON_ID }) => [Z_NR, BON_ID]);
  };
  const first = [await send(SALE), await send({ NFS: 'Z' })].map((id) => ['1', id]);
  nextDay();
  const second = [await send(SALE), await send({ NFS: 'Z' })].map((id) => ['2', id]);
  nextDay();
  const [on12, on10] = [await late('2026-05-12'), await late('2026-05-10')];
  const begun = await send({ ...SALE, D0: '2026-05-11T23:50:00' });
  const third = [on12, on10, begun, await send({ NFS: 'Z' })].map((id) => ['3', id]);
  // Without the one between them it would look as if that had been taken away.
  expect(await bons('2026-05-12')).toEqual([...first, ...second, ...third]);
  expect(await bons('2026-05-13')).toEqual(second);
  expect(await bons('2026-05-14')).toEqual(third);
  expect(await bons('2026-05-10')).toEqual(third);
  expect(await bons('2026-05-11')).toEqual(third);
  expect(await bons('2026-05-09')).toEqual([]);
  nextDay();
  const fourth = ['4', await late('2026-05-13')];
  expect(await bons('2026-05-13', true)).toEqual([...second, ...third, fourth]);
  expect(await bons('2026-05-12', true)).toEqual([...first, ...second, ...third]);
  expect(await bons('2026-05-15', true)).toEqual([fourth]);
});
