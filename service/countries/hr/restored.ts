/**
 * A register that was restored from a backup: CIS knows receipts that the journal
 * does not, and numbers have to be gapless. Only who has the last printed receipt
 * can say how to go on.
 */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';

const KEY = 'HR/restored';

/** {@link Country.restored} of Croatia. */
export function restored(_state: State, { now }: CountryContext): Restored {
  return { details: {}, changes: { [KEY]: now } };
}

/** Whether numbers may have been given that are not in the journal. */
export function numbersUnknown(state: State): boolean {
  return typeof state.get(KEY) === 'string';
}

/** The state change after which numbers are known again. */
export const NUMBERS_KNOWN: Readonly<Record<string, null>> = { [KEY]: null };
