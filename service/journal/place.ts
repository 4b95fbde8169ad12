/** Where a record stands in the database: its register and its sequence number in one integer. */
import type { Store } from './store.ts';

/** Sequence numbers of a register, as a power of two: register ids stand above these bits. */
const SPAN = 2 ** 32;

/** Key of a record. */
export function placeOf(register: number, sq: number): number {
  return register * SPAN + sq;
}

/** Sequence number of a record by its key. */
export function sqAt(place: number): number {
  return place % SPAN;
}

/** Finds the last record of a register; parameters of {@link spanOf}. */
export const LAST_PLACE_SQL = 'SELECT max(id) FROM records WHERE id BETWEEN $first AND $last';

/** Keys of the first and last record that a register may have. */
export function spanOf(register: number): { first: number; last: number } {
  return { first: placeOf(register, 1), last: placeOf(register, SPAN - 1) };
}

/** Sequence number of the last record of a register, 0 for none. */
export async function lastSqIn(store: Pick<Store, 'select'>, register: number): Promise<number> {
  const [row] = await store.select<{ id: number | null }>(
    `SELECT (${LAST_PLACE_SQL}) AS id`,
    spanOf(register),
  );
  return sqAt(row?.id ?? 0);
}
