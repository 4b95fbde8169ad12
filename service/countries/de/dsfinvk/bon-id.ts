/** BON_ID: the sequence number of the record, which is unique and ascends in a register for ever (DE43). */

/** The id of the process of a record. */
export function bonId(sq: number): string {
  return String(sq);
}
