/**
 * A register that was restored from a backup: what was signed since then is in customers'
 * hands and not in the journal. Chains and totals go on from the backup; numbers get a mark
 * that none so far can have.
 */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';
import { KEYS } from './books.ts';

/** {@link Country.restored} of France. */
export function restored(_state: State, { now }: CountryContext): Restored {
  // No two restores of a register have the same time.
  const space = now.replace(/\D/g, '');
  return { details: { NumberSpace: space }, changes: { [KEYS.restored]: now, [KEYS.space]: space } };
}
