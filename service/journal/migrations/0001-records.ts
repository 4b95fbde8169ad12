/** First schema: records, and the state of each register. */
import type { Migration } from './list.ts';

export const records: Migration = {
  name: '0001-records',
  async up(sql) {
    // A rowid table, because rows of this size would overflow the pages of an index tree:
    // twice the file. `doc` is the record as /find gives it; the other columns are copies to search by.
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
    )`);
    await sql('CREATE INDEX records_by_number ON records (rn, tl, tt, tn) WHERE tn IS NOT NULL');
    await sql('CREATE INDEX records_by_fiscal_number ON records (rn, fn) WHERE fn IS NOT NULL');
    // For the few records that are no transactions: the last configuration among a million sales.
    await sql("CREATE INDEX records_by_type ON records (rn, type) WHERE type <> 'Tra'");
    await sql('CREATE INDEX records_by_date ON records (rn, d)');
    await sql(`CREATE TABLE state (
      rn TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (rn, key)
    ) WITHOUT ROWID`);
    // A record and the state that becomes valid with it go in through one door, in one
    // statement: nothing can store one without the other. `changes` is a JSON list of
    // [key, value] with the value as JSON text.
    const columns = 'rn, sq, type, at, d, tl, tt, tn, fn, total, fiscal, doc';
    await sql(`CREATE VIEW entries AS SELECT ${columns}, NULL AS changes FROM records`);
    await sql(`CREATE TRIGGER entries_insert INSTEAD OF INSERT ON entries BEGIN
      INSERT INTO records (${columns}) VALUES (${columns.replace(/\w+/g, 'NEW.$&')});
      INSERT INTO state (rn, key, value)
        SELECT NEW.rn, value ->> 0, value ->> 1 FROM json_each(NEW.changes) WHERE true
        ON CONFLICT (rn, key) DO UPDATE SET value = excluded.value;
    END`);
    // No code path may change or remove what was registered.
    for (const action of ['UPDATE', 'DELETE']) {
      await sql(`CREATE TRIGGER records_no_${action.toLowerCase()} BEFORE ${action} ON records
        BEGIN SELECT RAISE(ABORT, 'journal records are never changed'); END`);
    }
  },
};
