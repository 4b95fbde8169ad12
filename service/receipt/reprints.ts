/** Where a register keeps how often a receipt was printed again. */

/** State key of how often a receipt was printed again, by its sequence number. */
export function reprintKey(sq: number): string {
  return `REPRINT ${sq}`;
}

/** Prints after the first one. */
export function reprintCount(state: { get(key: string): unknown }, sq: number): number {
  const count = state.get(reprintKey(sq));
  return typeof count === 'number' ? count : 0;
}
