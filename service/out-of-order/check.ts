/** Looks through a whole database: damage in a page that nobody asks for would show only when it is too late. */
import fs from 'node:fs/promises';
import { ReadOnlyDatabase, UnreadableJournalError } from '../journal/read-only.ts';
import type { Log } from '../log.ts';
import { causeOf, OutageError } from '../register/outage.ts';

/**
 * Opens a file as a database has to, and creates it if it is missing: the system
 * says more clearly than the database what is wrong, and the driver's connection
 * pool never comes back from a file that cannot be opened.
 * @throws system errors
 */
export async function provePermission(file: string): Promise<void> {
  await (await fs.open(file, 'a', 0o600)).close();
}

/**
 * Reads every page and holds the indexes against the records, about half a
 * gigabyte per second where the file is in memory. Selling may go on meanwhile.
 * @returns what is wrong; null when the database is whole, or could not be looked through now
 */
export async function checkDatabase(file: string, log: Log): Promise<OutageError | null> {
  const began = performance.now();
  try {
    await (await ReadOnlyDatabase.open(file)).close();
    log.debug(`the database is whole, checked in ${Math.round(performance.now() - began)} ms`);
    return null;
  } catch (error) {
    const cause = causeOf(error);
    // The status page says itself what to do.
    const reason = error instanceof UnreadableJournalError ? error.problem : (error as Error).message;
    if (cause === 'damaged' || cause === 'io') return new OutageError(cause, reason, { cause: error });
    log.warn(`the database was not checked: ${reason}`);
    return null;
  }
}

/** Changes when somebody has put another database in place, or mended it; null when there is none. */
export async function fingerprint(file: string): Promise<string | null> {
  const marks = await Promise.all(
    [file, `${file}-wal`].map((name) =>
      fs.stat(name, { bigint: true }).then(
        ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
        () => '',
      ),
    ),
  );
  return marks[0] === '' ? null : marks.join(', ');
}
