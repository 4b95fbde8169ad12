/** Types of records that somebody wants to read. */

/** `_` of records, or all of them. */
export type RecordTypes = readonly string[] | 'all';

/** Whether a record is wanted; transactions alone unless told otherwise. */
export function isOneOf(type: string, types: RecordTypes = ['Tra']): boolean {
  return types === 'all' || types.includes(type);
}
