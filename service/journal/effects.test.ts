import { expect, it } from 'vitest';
import { columnsOf } from './effects.ts';
import { toRow, type Row } from './row.ts';

function row(SQ: number, D: string, T: number | null, changes: Record<string, number> = {}): Row {
  const record = { _: 'Tra', SQ, RN: 'def', D, ESR: { D, TL: '1', TT: '1' } };
  const sums =
    T === null
      ? null
      : { receipts: 1 as const, total: T, taxes: [{ group: 'A', gross: T, tax: 1 }], payments: [] };
  return toRow({ record, sums, changes });
}

it('adds up days by segment, and keeps the last value of each state entry', () => {
  const { days, sums, state, terminals } = columnsOf([
    row(998, '2026-05-04T23:59:58', 100, { n: 998, a: 1 }),
    row(999, '2026-05-04T23:59:59', null, { n: 999 }),
    row(1000, '2026-05-04T23:59:59', 10, { n: 1000 }),
    row(1001, '2026-05-05T00:00:00', -20, { b: 2 }),
  ]);
  expect(JSON.parse(days)).toEqual([
    ['2026-05-04', 0, 2, 2, 1, 100],
    ['2026-05-04', 1, 1, 1, 1, 10],
    ['2026-05-05', 1, 1, 1, 1, -20],
  ]);
  expect(JSON.parse(sums)).toEqual([
    ['2026-05-04', 0, 'tax', 'A', 100, 1],
    ['2026-05-04', 1, 'tax', 'A', 10, 1],
    ['2026-05-05', 1, 'tax', 'A', -20, 1],
  ]);
  expect(JSON.parse(state)).toEqual([
    ['n', '1000'],
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(JSON.parse(terminals)).toEqual([['1', '1', 1001]]);
});
