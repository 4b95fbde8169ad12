/** Databases changed by somebody else. */
import { DatabaseSync } from 'node:sqlite';

/** Runs statements on a file as another program would that knows no guards. */
export function execute(file: string, sql: string): void {
  const db = new DatabaseSync(file, { defensive: false });
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
