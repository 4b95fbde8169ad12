/** The lines of journal and archive, read from their databases: both are to be the same byte by byte. */
import { DatabaseSync } from 'node:sqlite';

/** Sequence numbers of a register stand below its number. */
const SPAN = 2 ** 32;

/** Records of the registers of a data root, by name. */
export function journalLines(database: string): Map<string, string[]> {
  return reading(database, (db) => {
    const registers = db.prepare('SELECT id, rn FROM registers ORDER BY id').all() as {
      id: number;
      rn: string;
    }[];
    const lines = db.prepare('SELECT line FROM records WHERE id BETWEEN ? AND ? ORDER BY id');
    return new Map(
      registers.map(({ id, rn }) => [rn, texts(lines.all(id * SPAN + 1, id * SPAN + SPAN - 1))]),
    );
  });
}

/** Records of the archive, by the portal's number of the register. */
export function archiveLines(database: string): Map<number, string[]> {
  return reading(database, (db) => {
    const registers = db.prepare('SELECT id FROM registers ORDER BY id').all() as { id: number }[];
    const lines = db.prepare('SELECT line FROM records WHERE register_id = ? ORDER BY sq');
    return new Map(registers.map(({ id }) => [id, texts(lines.all(id))]));
  });
}

function reading<T>(database: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
  try {
    // One moment for all of it.
    db.exec('BEGIN');
    return read(db);
  } finally {
    db.close();
  }
}

function texts(rows: readonly unknown[]): string[] {
  return (rows as { line: string }[]).map(({ line }) => line);
}

/** Index of the first line that is not the same in both; the length of the shorter one when all of it is. */
export function firstDifference(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i++) if (one[i] !== other[i]) return i;
  return most;
}
