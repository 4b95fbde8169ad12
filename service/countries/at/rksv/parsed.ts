/** Results of reading texts from outside: the value, or what is wrong and in which field. */

/** Why a text is not what it should be. */
export interface CodeFault {
  /** Field of the machine-readable code, 1 to 13; null when it is about the text as a whole. */
  field: number | null;
  /** English, for developers. Contains nothing of the text that was read. */
  text: string;
}

/** A value, or what is wrong. */
export type Parsed<T> = { value: T } | { fault: CodeFault };

/** Makes the result of a text that cannot be read. */
export function faulty(field: number | null, text: string): { fault: CodeFault } {
  return { fault: { field, text } };
}
