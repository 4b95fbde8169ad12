/**
 * A register that was restored from a backup. Receipts since then are in customers'
 * hands and not in the journal: a number of theirs given again would encrypt two
 * counters with one initial vector, so that new numbers begin (RKSV Anlage Z 8).
 */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';
import { kasseOf } from './kasse.ts';
import { newNumberSpace } from './receipt-number.ts';

const RESTORED = 'AT/restored';

/** {@link Country.restored} of Austria. */
export function restored(state: State, { now }: CountryContext): Restored {
  const kasse = kasseOf(state);
  // Its start receipt may have been given behind the backup, with the same Kassen-ID.
  if (!kasse) return { details: {}, changes: newNumberSpace(now) };
  return {
    details: { RegisterId: kasse.id },
    changes: { [RESTORED]: now, ...newNumberSpace(now) },
  };
}

/** When the register was restored, local time; null: never. */
export function restoredAt(state: State): string | null {
  const at = state.get(RESTORED);
  return typeof at === 'string' ? at : null;
}
