/** How often a receipt was printed again, as a register's state keeps it. */
import type { Reprint } from '../../countries/contract/paper.ts';
import type { State } from '../../countries/contract/state.ts';
import type { StateChange } from '../../countries/contract/work.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { reprintCount, reprintKey } from '../../receipt/reprints.ts';
import type { JournalRecord, Tag } from '../../receipt/tra.ts';

/** Location, terminal and number of a receipt, for a record about it. */
export function numberDetails({ ESR = {} }: JournalRecord): Record<string, string> {
  const { TL, TT, TN } = ESR;
  return Object.fromEntries(
    Object.entries({ TL, TT, TN }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A print of a receipt that was counted. */
export interface CountedReprint {
  /** Prints after the first one. */
  count: number;
  /** What the law wants on it; null where copies are nothing special. */
  tags: Tag[] | null;
  /** Values of its record. */
  details: Record<string, Json>;
}

/** A copy that there must not be: the law does not want it, or wants something that failed. */
export interface RefusedCopy {
  issues: readonly Issue[];
}

/**
 * One more print of a receipt; `counted` is known once the state change had its turn.
 * @param law what its country makes of a copy
 */
export function countedReprint(
  printed: JournalRecord,
  law: (copy: number, state: State) => Reprint | RefusedCopy | null = () => null,
): { stateChange: StateChange; counted: () => CountedReprint | RefusedCopy } {
  const details: Record<string, Json> = numberDetails(printed);
  let counted: CountedReprint | RefusedCopy = { count: 0, tags: null, details };
  const stateChange: StateChange = {
    event: 'reprint',
    details,
    changes(state) {
      const count = reprintCount(state, printed.SQ) + 1;
      const national = law(count, state);
      if (national && 'issues' in national) {
        counted = national;
        return null;
      }
      Object.assign(details, { Count: String(count) }, national?.details);
      counted = { count, tags: national?.tags ?? null, details };
      return { [reprintKey(printed.SQ)]: count, ...national?.changes };
    },
  };
  return { stateChange, counted: () => counted };
}
