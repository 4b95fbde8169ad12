/**
 * The mark of a rebuilt database that may lack its last records: it lies in the
 * header of the file, comes to its place together with it, and stays until the
 * registers have seen to it that no number is given a second time.
 */
import { randomInt } from 'node:crypto';
import sqlite3 from 'sqlite3';

/** Statement that marks a database; each rebuild has a mark of its own, `user_version` of SQLite. */
export function markingStatement(): string {
  return `PRAGMA user_version = ${randomInt(1, 2 ** 31)}`;
}

/** The mark of a database, null for none. */
export async function markOf(file: string): Promise<number | null> {
  const rows = await inDatabase<{ user_version: number }>(file, 'PRAGMA user_version');
  const mark = rows[0]?.user_version ?? 0;
  return mark === 0 ? null : mark;
}

/** Takes the mark off. */
export async function removeMark(file: string): Promise<void> {
  await inDatabase(file, 'PRAGMA user_version = 0');
}

async function inDatabase<T>(file: string, sql: string): Promise<T[]> {
  const db = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  try {
    db.configure('busyTimeout', 5000);
    return await new Promise<T[]>((resolve, reject) => {
      db.all<T>(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  } finally {
    await new Promise<void>((resolve) => db.close(() => resolve()));
  }
}
