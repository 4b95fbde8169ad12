/** How often a receipt was printed again, as a register's state keeps it. */
import type { State } from '../countries/contract/state.ts';
import type { StateChange } from '../countries/contract/work.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** State key of how often a receipt was printed again. */
function reprintKey(sq: number): string {
  return `REPRINT ${sq}`;
}

/** Prints after the first one. */
export function reprintCount(state: State, sq: number): number {
  const count = state.get(reprintKey(sq));
  return typeof count === 'number' ? count : 0;
}

/** Location, terminal and number of a receipt, for a record about it. */
export function numberDetails({ ESR = {} }: JournalRecord): Record<string, string> {
  const { TL, TT, TN } = ESR;
  return Object.fromEntries(
    Object.entries({ TL, TT, TN }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** One more print of a receipt; `count` is the new number once the state change had its turn. */
export function countedReprint(printed: JournalRecord): { stateChange: StateChange; count: () => number } {
  let count = 0;
  const details = numberDetails(printed);
  const stateChange: StateChange = {
    event: 'reprint',
    details,
    changes(state) {
      count = reprintCount(state, printed.SQ) + 1;
      details.Count = String(count);
      return { [reprintKey(printed.SQ)]: count };
    },
  };
  return { stateChange, count: () => count };
}
