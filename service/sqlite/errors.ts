/** SQLite's errors by their names, in the place of Node's numbers. */

/** Names of the primary result codes, in the order of their numbers (https://www.sqlite.org/rescode.html). */
const NAMES =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  );

/** The lower byte of an extended result code is the primary one. */
const PRIMARY = 0xff;

/** What went wrong: `SQLITE_FULL` and the like, and SQLite's words. */
export interface Failure {
  code: string;
  message: string;
}

/** Something that SQLite refused or could not do. The message begins with the code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly code: string;

  constructor({ code, message }: Failure) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** What an error of `node:sqlite` says. */
export function failureOf(error: unknown): Failure {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  // An integer past 2^53: Tillmark writes none, so that somebody else has.
  if (code === 'ERR_OUT_OF_RANGE') return { code: 'SQLITE_MISMATCH', message };
  if (errcode === undefined) return { code: 'SQLITE_MISUSE', message };
  return { code: `SQLITE_${NAMES[errcode & PRIMARY] ?? errcode}`, message };
}
