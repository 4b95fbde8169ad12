/**
 * What keeps the journal from being used, found out from what the database and
 * the system say, and told as an issue (to tills) or a problem (on the status page).
 */
import { JournalLostError } from '../journal/lost.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import { DamagedFileError } from '../journal/segments/damaged.ts';
import { NewerDatabaseError } from '../journal/store.ts';
import type { ErrorCode } from '../receipt/error-codes.ts';
import { issue, type Issue, type OutageCause } from '../receipt/issue.ts';
import type { Problem } from '../wire.ts';

/** The journal cannot be used; the message has the words of the database or the system. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  readonly outage: OutageCause;
  /** Values for the texts of the status page. */
  readonly details: NonNullable<Problem['params']>;

  constructor(
    outage: OutageCause,
    message: string,
    { details = {}, ...options }: ErrorOptions & { details?: NonNullable<Problem['params']> } = {},
  ) {
    super(message, options);
    this.outage = outage;
    this.details = details;
  }
}

/** Codes of SQLite, of PostgreSQL (its SQLSTATE) and of the system. */
const CAUSES: Readonly<Record<string, OutageCause>> = {
  SQLITE_FULL: 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
  SQLITE_IOERR: 'io',
  EIO: 'io',
  SQLITE_CANTOPEN: 'denied',
  SQLITE_READONLY: 'denied',
  SQLITE_PERM: 'denied',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EISDIR: 'denied',
  ENOTDIR: 'denied',
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  EBUSY: 'busy',
  '53100': 'full',
  '58030': 'io',
  XX001: 'damaged',
  XX002: 'damaged',
  '42501': 'denied',
  '28000': 'denied',
  '28P01': 'denied',
  '3D000': 'denied',
  // A standby, which writes nothing.
  '25006': 'unreachable',
  POSTGRES_UNREACHABLE: 'unreachable',
  TM001: 'elsewhere',
};

const TEXTS: Readonly<Record<OutageCause, string>> = {
  full: 'the disk is full',
  damaged: 'its database is damaged',
  io: 'the disk reports errors',
  denied: 'its database may not be opened or written',
  busy: 'another program uses its database',
  lost: 'its database is missing or out of date',
  newer: 'it was written by a newer version',
  older: 'it is older than what was registered on this machine',
  unreachable: 'its database server cannot be reached',
  elsewhere: 'another instance has it',
};

/** What a new database from the journal files puts right. */
const REBUILT = new Set<OutageCause | null>(['damaged', 'lost']);

/** Whether a rebuild mends it. */
export function canBeRebuilt(cause: OutageCause | null): boolean {
  return REBUILT.has(cause);
}

/** Errors may be wrapped, by Sequelize for example; chains may be endless. */
const DEEPEST = 5;

/** Why the journal cannot be used, as far as an error says so; null for an error about something else. */
export function causeOf(error: unknown): OutageCause | null {
  for (const at of chainOf(error)) {
    if (at instanceof OutageError) return at.outage;
    if (at instanceof JournalLostError) return 'lost';
    if (at instanceof NewerDatabaseError) return 'newer';
    const cause = CAUSES[codeOf(at)];
    if (cause) return cause;
    if (at instanceof UnreadableJournalError) return 'damaged';
  }
  return null;
}

/**
 * The same for errors of opening a journal: what is no database of ours, or
 * cannot be understood, is damaged there, while later it is a defect.
 */
export function causeOfOpening(error: unknown): OutageCause | null {
  const isOfContent = chainOf(error).some(
    (at) => codeOf(at).startsWith('SQLITE_') || at instanceof SyntaxError,
  );
  return causeOf(error) ?? (isOfContent ? 'damaged' : null);
}

/**
 * An error with its cause, looked at more closely: the database calls a file that
 * cannot grow many names. Errors about something else stay as they are.
 * @param causeIn {@link causeOf} or {@link causeOfOpening}
 */
export function explained(
  error: unknown,
  isDiskFull: () => boolean,
  causeIn: (error: unknown) => OutageCause | null = causeOf,
): Error {
  const message = error instanceof Error ? error.message : String(error);
  const said = causeIn(error);
  if (said === null) return error instanceof Error ? error : new Error(message);
  const cause = (said === 'io' || said === 'denied') && isDiskFull() ? 'full' : said;
  const details = error instanceof OutageError ? error.details : {};
  return new OutageError(cause, message, { cause: error, details });
}

/** What a till is told. */
export function outageIssue(code: ErrorCode, cause: OutageCause | null): Issue {
  const why = cause === null ? 'see the log of the service' : TEXTS[cause];
  const text = `the journal cannot be used (${why}); nothing was registered, retry later`;
  return { ...issue(code, '', text), ...(cause !== null && { cause }) };
}

/** What a till is told when something threw: the journal cannot be read, in parts or at all, or a defect. */
export function defectIssue(error: unknown): Issue {
  if (error instanceof DamagedFileError) return issue('#JOURNAL_DAMAGED', '', error.message);
  const cause = causeOf(error);
  return cause === null
    ? issue('#INTERNAL', '', 'see the log of the service')
    : outageIssue('#JOURNAL_UNAVAILABLE', cause);
}

/** Where the database is, for people who have to mend it. */
export interface DatabasePlace {
  /** The database file. */
  file: string;
  /** Command line that makes a new database from the journal files. */
  command: string;
}

/**
 * What the status page shows.
 * @param reason words of the database or the system
 * @param details further values for its texts
 */
export function outageProblem(
  cause: OutageCause | null,
  reason: string,
  place: DatabasePlace,
  details: Problem['params'] = {},
): Problem {
  const code = cause === null ? 'JOURNAL_FAILED' : `DATABASE_${cause.toUpperCase()}`;
  const { file, command } = place;
  const params = { ...details, reason, file, ...(canBeRebuilt(cause) && { command }) };
  return { code, severity: 'stop', params };
}

/** An error and what led to it. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let at = error;
  while (at instanceof Error && chain.length < DEEPEST) {
    chain.push(at);
    at = at.cause ?? (at as { parent?: unknown }).parent;
  }
  return chain;
}

/** Code of an error, from its message where the driver gives none: `SQLITE_FULL: database or disk is full`. */
function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? /\bSQLITE_[A-Z]+/.exec(error.message)?.[0] ?? '';
}
