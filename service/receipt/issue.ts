/**
 * Errors are data: an {@link Issue} says what is wrong, where, and how to mend it.
 * The constants with their meaning live in `error-codes.ts`.
 */
import type { ErrorCode } from './error-codes.ts';

/**
 * What keeps the journal from being read or written: no room on the disk, a
 * damaged database, errors of the disk, no permission, another program that
 * keeps the files to itself, a database that is gone or out of date, one of a
 * newer version, data that are older than what was registered on this machine.
 */
export type OutageCause = 'full' | 'damaged' | 'io' | 'denied' | 'busy' | 'lost' | 'newer' | 'older';

/** One problem of a request. */
export interface Issue {
  /** Error constant, e.g. `#SUM_POSITIONS`. */
  code: ErrorCode;
  /** English text for developers with place and fix; goes into `Result.Warning`. */
  text: string;
  /** Place in the record, e.g. `ESR.PosA[2].Amt`; empty when it concerns the whole request. */
  path: string;
  /** Why the journal cannot be used, where the issue is about that: the operator's message says what to do. */
  cause?: OutageCause;
  /** For the placeholders of the operator's message. */
  values?: Readonly<Record<string, string>>;
}

/** Makes an issue whose text starts with its place. */
export function issue(code: ErrorCode, path: string, text: string): Issue {
  return { code, path, text: path ? `${path}: ${text}` : text };
}
