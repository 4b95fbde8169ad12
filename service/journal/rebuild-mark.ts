/**
 * The mark of a rebuilt database that may lack its last records: it lies in the
 * header of the file, comes to its place together with it, and stays until the
 * registers have seen to it that no number is given a second time.
 */
import sqlite3 from 'sqlite3';

/** `user_version` of a marked database. */
export const MAY_LACK_RECORDS = 1;

/** True for a marked database. */
export async function mayLackRecords(file: string): Promise<boolean> {
  const rows = await inDatabase<{ user_version: number }>(file, 'PRAGMA user_version');
  return rows[0]?.user_version === MAY_LACK_RECORDS;
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
