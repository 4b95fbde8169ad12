/** A lock on a folder or a file, which Node itself does not have. */
import { DatabaseSync } from 'node:sqlite';
import { failureOf, SqliteError } from './errors.ts';

/** So long is waited for another holder, in ms. */
const BUSY_MS = 1000;

/**
 * Holds an exclusive lock of SQLite on a file of its own until it is released or
 * the process ends; the operating system drops it then.
 * @returns releases it
 * @throws SqliteError with the code `SQLITE_BUSY` when somebody else has it
 */
export function holdLock(file: string): () => void {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_MS });
    // In memory: to lock must not need room on the disk.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    throw new SqliteError(failureOf(error));
  }
  const held = db;
  return () => held.close();
}
