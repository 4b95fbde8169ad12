/**
 * Sales of before the start receipt: they are kept without a signature, outside of
 * counter and chain, and are in no DEP. How many there are is said until somebody
 * has looked after them.
 */
import type { Json } from '../../receipt/json.ts';
import type { State } from '../contract/state.ts';

/** The unsigned sales of a register. */
export interface Unsigned extends Record<string, Json> {
  count: number;
  /** Time of the first and the last one, local. */
  since: string;
  last: string;
}

const UNSIGNED = 'AT/unsigned';

/** What is known of unsigned sales; null when there are none. */
export function unsignedOf(state: State): Unsigned | null {
  return (state.get(UNSIGNED) as Unsigned | undefined) ?? null;
}

/** The state change that counts one more. */
export function withUnsigned(state: State, now: string): Record<string, Json> {
  const { count, since } = unsignedOf(state) ?? { count: 0, since: now };
  return { [UNSIGNED]: { count: count + 1, since, last: now } };
}
