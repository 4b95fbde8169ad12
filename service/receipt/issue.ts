/**
 * Errors are data: an {@link Issue} says what is wrong, where, and how to mend it.
 * The constants with their meaning live in `error-codes.ts`, those of one country in its folder.
 */
import { ERROR_CODES, type ErrorCode, type ErrorCodes, type ResultCode } from './error-codes.ts';

/**
 * What keeps the journal from being read or written: no room on the disk, a
 * damaged database, errors of the disk, no permission, another program that
 * keeps the files to itself, a database that is gone or out of date, one of a
 * newer version, data that are older than what was registered on this machine, a
 * database server that cannot be reached, another instance that has the journal.
 */
export type OutageCause =
  'full' | 'damaged' | 'io' | 'denied' | 'busy' | 'lost' | 'newer' | 'older' | 'unreachable' | 'elsewhere';

/** One problem of a request. */
export interface Issue {
  /** Error constant, e.g. `#SUM_POSITIONS`. */
  code: `#${string}`;
  /** Result code of an answer that it leads. */
  rc: ResultCode;
  /** English text for developers with place and fix; goes into `Result.Warning`. */
  text: string;
  /** Place in the record, e.g. `ESR.PosA[2].Amt`; empty when it concerns the whole request. */
  path: string;
  /** Why the journal cannot be used, where the issue is about that: the operator's message says what to do. */
  cause?: OutageCause;
  /** Name of the operator's message where it is not that of the constant: what to do differs from country to country. */
  message?: string;
  /** For the placeholders of the operator's message. */
  values?: Readonly<Record<string, string>>;
}

/** Makes an issue whose text starts with its place. */
export const issue = issueMaker({});

/**
 * Makes the maker of a country's issues.
 * @param own the country's constants; its issues have one of these, or one of all countries
 */
export function issueMaker<Own extends ErrorCodes>(
  own: Own,
): (code: ErrorCode | (keyof Own & `#${string}`), path: string, text: string) => Issue {
  const codes: ErrorCodes = { ...ERROR_CODES, ...own };
  return (code, path, text) => ({ code, rc: codes[code].rc, path, text: path ? `${path}: ${text}` : text });
}

/** Result code of an answer that refuses for these reasons: NO where a retry may succeed, BAD for invalid data. */
export function refusalCode(issues: readonly Issue[]): 'BAD' | 'NO' {
  return issues.every(({ rc }) => rc === 'NO') ? 'NO' : 'BAD';
}
