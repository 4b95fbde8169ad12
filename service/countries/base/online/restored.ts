/**
 * A register that was restored from a backup, where the law wants numbers without a
 * gap: the authority knows receipts that the journal does not. Only who has the last
 * printed receipt can say how to go on.
 */
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { Restored } from '../../contract/work.ts';

/** What a country does about numbers that were given since a backup. */
export interface NumbersAfterRestore {
  /** {@link CountryWork.restored} of the country. */
  restored: (state: State, context: CountryContext) => Restored;
  /** Whether numbers may have been given that are not in the journal. */
  unknown: (state: State) => boolean;
  /** The state change after which numbers are known again. */
  known: Readonly<Record<string, null>>;
}

/** @param country ISO 3166 code */
export function numbersAfterRestore(country: string): NumbersAfterRestore {
  const key = `${country}/restored`;
  return {
    restored: (_state, { now }) => ({ details: {}, changes: { [key]: now } }),
    unknown: (state) => typeof state.get(key) === 'string',
    known: { [key]: null },
  };
}
