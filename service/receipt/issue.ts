/**
 * Errors are data: an {@link Issue} says what is wrong, where, and how to mend it.
 * The constants with their meaning live in `error-codes.ts`.
 */
import type { ErrorCode } from './error-codes.ts';

/** One problem of a request. */
export interface Issue {
  /** Error constant, e.g. `#SUM_POSITIONS`. */
  code: ErrorCode;
  /** English text for developers with place and fix; goes into `Result.Warning`. */
  text: string;
  /** Place in the record, e.g. `ESR.PosA[2].Amt`; empty when it concerns the whole request. */
  path: string;
}

/** Makes an issue whose text starts with its place. */
export function issue(code: ErrorCode, path: string, text: string): Issue {
  return { code, path, text: path ? `${path}: ${text}` : text };
}
