/**
 * What the records of one commit change, register by register: added up first, so
 * that the database changes each count and state entry once, however many records
 * share the commit.
 */
import { segmentOf } from './segments/name.ts';
import type { Row } from './row.ts';

/** What records of one register change: one item per row of each table. */
export interface Changed {
  terminals: (readonly [tl: string, tt: string, sq: number])[];
  days: Day[];
  sums: Sum[];
  /** Values as JSON texts. */
  state: (readonly [key: string, value: string])[];
}

/** Values of the columns of the view `entries`: the lists of {@link Changed} as JSON. */
export type EffectColumns = Record<keyof Changed, string>;

type Day = [
  day: string,
  segment: number,
  records: number,
  transactions: number,
  receipts: number,
  total: number,
];
type Sum = [day: string, segment: number, kind: 'tax' | 'pay', name: string, amount: number, tax: number];

/** All effects of some records of one register, in order of SQ. */
export function changedBy(rows: readonly Row[]): Changed {
  const terminals = new Map<string, [tl: string, tt: string, sq: number]>();
  const days = new Map<string, Day>();
  const sums = new Map<string, Sum>();
  const state = new Map<string, string>();
  for (const { sq, effects } of rows) {
    const { terminal, day, isTransaction, sums: own, changes } = effects;
    const segment = segmentOf(sq);
    if (terminal) terminals.set(JSON.stringify(terminal), [terminal.tl, terminal.tt, sq]);
    const sumOfDay = upsert<Day>(days, `${day} ${segment}`, () => [day, segment, 0, 0, 0, 0]);
    sumOfDay[2]++;
    if (isTransaction) sumOfDay[3]++;
    if (own) {
      sumOfDay[4] += own.receipts;
      sumOfDay[5] += own.total;
      const add = (kind: 'tax' | 'pay', name: string, amount: number, tax: number) => {
        const sum = upsert<Sum>(sums, `${day} ${segment} ${kind} ${name}`, () => [
          day,
          segment,
          kind,
          name,
          0,
          0,
        ]);
        sum[4] += amount;
        sum[5] += tax;
      };
      for (const { group, gross, tax } of own.taxes) add('tax', group, gross, tax);
      for (const { group, amount } of own.payments) add('pay', group, amount, 0);
    }
    for (const [key, value] of Object.entries(changes)) state.set(key, JSON.stringify(value));
  }
  return {
    terminals: [...terminals.values()],
    days: [...days.values()],
    sums: [...sums.values()],
    state: [...state],
  };
}

/** The same for the view `entries`. */
export function columnsOf(rows: readonly Row[]): EffectColumns {
  const { terminals, days, sums, state } = changedBy(rows);
  return {
    terminals: JSON.stringify(terminals),
    days: JSON.stringify(days),
    sums: JSON.stringify(sums),
    state: JSON.stringify(state),
  };
}

function upsert<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
