/**
 * The mark of a rebuilt database that may lack its last records: it lies in the
 * header of the file, comes to its place together with it, and stays until the
 * registers have seen to it that no number is given a second time.
 */
import { randomInt } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Connection } from '../../sqlite/connection.ts';

/** The mark of a database. */
export interface RebuildMark {
  /** Its value, null for none. */
  read(): Promise<number | null>;
  /** Takes it off. */
  remove(): Promise<void>;
}

/** Each rebuild has a mark of its own. */
export function newMark(): number {
  return randomInt(1, 2 ** 31);
}

/** Statement that marks a file: `user_version` of SQLite. */
export function markingStatement(): string {
  return `PRAGMA user_version = ${newMark()}`;
}

/** The mark of a file. */
export function markIn(file: string): RebuildMark {
  return { read: () => markOf(file), remove: () => removeMark(file) };
}

async function markOf(file: string): Promise<number | null> {
  const rows = await inDatabase<{ user_version: number }>(file, 'PRAGMA user_version');
  const mark = rows[0]?.user_version ?? 0;
  return mark === 0 ? null : mark;
}

async function removeMark(file: string): Promise<void> {
  await inDatabase(file, 'PRAGMA user_version = 0');
}

async function inDatabase<T extends object>(file: string, sql: string): Promise<T[]> {
  // Of a missing one there is no mark; none is created.
  const address = pathToFileURL(file);
  address.search = 'mode=rw';
  const db = await Connection.open(address, { busyMs: 5000 });
  try {
    return await db.all<T>(sql);
  } finally {
    await db.close();
  }
}
