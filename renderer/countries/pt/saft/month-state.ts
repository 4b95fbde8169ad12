import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';

/** How a month stands: still running, to be exported, too late, exported. */
export type MonthState = 'running' | 'due' | 'overdue' | 'exported';

/** How a month stands on a day. A month that is not over cannot be handed in yet. */
export function monthState({ month, exported, overdue }: SaftMonth, today: string): MonthState {
  if (month >= today.slice(0, 7)) return 'running';
  if (exported !== null) return 'exported';
  return overdue ? 'overdue' : 'due';
}

/** The last month that is over and has documents, and all others, in their order. */
export function splitMonths(
  months: readonly SaftMonth[],
  today: string,
): { last: SaftMonth | null; others: SaftMonth[] } {
  const over = months.filter(({ month }) => month < today.slice(0, 7));
  const last = over.reduce<SaftMonth | null>(
    (newest, month) => (newest === null || month.month > newest.month ? month : newest),
    null,
  );
  return { last, others: months.filter((month) => month !== last) };
}
