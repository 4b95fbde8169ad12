/** First schema: records, and the state of each register. */
import type { Migration } from './list.ts';

export const records: Migration = {
  name: '0001-records',
  async up(sql) {
    // `doc` is the record as /find gives it; the other columns are copies to search by.
    await sql(`CREATE TABLE records (
      rn TEXT NOT NULL,
      sq INTEGER NOT NULL CHECK (sq > 0),
      type TEXT NOT NULL,
      at TEXT NOT NULL,
      d TEXT NOT NULL,
      tl TEXT,
      tt TEXT,
      tn TEXT,
      fn TEXT,
      total INTEGER,
      fiscal INTEGER NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (rn, sq)
    ) WITHOUT ROWID`);
    await sql('CREATE INDEX records_by_number ON records (rn, tl, tt, tn) WHERE tn IS NOT NULL');
    await sql('CREATE INDEX records_by_fiscal_number ON records (rn, fn) WHERE fn IS NOT NULL');
    await sql('CREATE INDEX records_by_date ON records (rn, d)');
    await sql(`CREATE TABLE state (
      rn TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (rn, key)
    ) WITHOUT ROWID`);
    // No code path may change or remove what was registered.
    for (const action of ['UPDATE', 'DELETE']) {
      await sql(`CREATE TRIGGER records_no_${action.toLowerCase()} BEFORE ${action} ON records
        BEGIN SELECT RAISE(ABORT, 'journal records are never changed'); END`);
    }
  },
};
