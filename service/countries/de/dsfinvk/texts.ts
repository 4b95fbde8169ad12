/** Values of records that may be of any type. */

/** A text; empty for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
