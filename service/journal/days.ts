/** Which segments hold records of which days, and what the days sum up to. */
import type { Range } from './lines.ts';
import { firstSqOf, lastSqOf } from './segments/name.ts';
import type { Store } from './store.ts';

type Source = Pick<Store, 'select' | 'registers'>;

/** Fiscal receipts of one or more days. Amounts in minor units. */
export interface Turnover {
  /** Number of receipts. */
  receipts: number;
  total: number;
  /** By tax group. */
  taxes: { group: string; gross: number; tax: number }[];
  /** By payment group. */
  payments: { group: string; amount: number }[];
}

/** Segments with records dated between two days (`YYYY-MM-DD`), both included, in order. */
export async function segmentsBetween(
  store: Source,
  rn: string,
  from: string,
  till: string,
): Promise<number[]> {
  const rows = await store.select<{ segment: number }>(
    `SELECT DISTINCT segment FROM days WHERE register = $register AND day BETWEEN $from AND $till
     ORDER BY segment`,
    { register: store.registers.get(rn) ?? 0, from, till },
  );
  return rows.map(({ segment }) => segment);
}

/** First and last day (`YYYY-MM-DD`) that a record is dated on; null where there is none. */
export async function daysOf(store: Source, rn: string): Promise<{ first: string; last: string } | null> {
  const [row] = await store.select<{ first: string | null; last: string }>(
    'SELECT min(day) AS first, max(day) AS last FROM days WHERE register = $register',
    { register: store.registers.get(rn) ?? 0 },
  );
  return row?.first ? { first: row.first, last: row.last } : null;
}

/** The sequence numbers of some segments, neighbours joined; in order. */
export function rangesOf(segments: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const segment of segments) {
    const before = ranges.at(-1);
    if (before?.to === firstSqOf(segment) - 1) before.to = lastSqOf(segment);
    else ranges.push({ from: firstSqOf(segment), to: lastSqOf(segment) });
  }
  return ranges;
}

/** What the receipts dated between two days sum up to. */
export async function turnoverBetween(
  store: Source,
  rn: string,
  from: string,
  till: string,
): Promise<Turnover> {
  const parameters = { register: store.registers.get(rn) ?? 0, from, till };
  const where = 'register = $register AND day BETWEEN $from AND $till';
  const [all] = await store.select<{ receipts: number; total: number }>(
    `SELECT coalesce(sum(receipts), 0) AS receipts, coalesce(sum(total), 0) AS total FROM days WHERE ${where}`,
    parameters,
  );
  const groups = await store.select<{ kind: string; name: string; amount: number; tax: number }>(
    `SELECT kind, name, sum(amount) AS amount, sum(tax) AS tax FROM sums WHERE ${where}
     GROUP BY kind, name ORDER BY kind, name`,
    parameters,
  );
  return {
    ...all!,
    taxes: groups
      .filter(({ kind }) => kind === 'tax')
      .map(({ name, amount, tax }) => ({ group: name, gross: amount, tax })),
    payments: groups
      .filter(({ kind }) => kind === 'pay')
      .map(({ name, amount }) => ({ group: name, amount })),
  };
}
