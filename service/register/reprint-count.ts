/** How often a receipt was printed again, as a register's state keeps it. */
import type { State } from '../countries/contract.ts';

/** State key of how often a receipt was printed again. */
export function reprintKey(sq: number): string {
  return `REPRINT ${sq}`;
}

/** Prints after the first one. */
export function reprintCount(state: State, sq: number): number {
  const count = state.get(reprintKey(sq));
  return typeof count === 'number' ? count : 0;
}
