/** The state changes of each record are kept with it, so that its line in the journal files can be made again. */
import type { Migration } from './list.ts';

export const changes: Migration = {
  name: '0002-changes',
  async up(sql) {
    await sql('DROP TRIGGER entries_insert');
    await sql('DROP VIEW entries');
    await sql("ALTER TABLE records ADD COLUMN changes TEXT NOT NULL DEFAULT '[]'");
    // What the older records changed is not known one by one any more. The last one
    // takes it all: whoever applies the changes in order ends with the same state.
    await sql('DROP TRIGGER records_no_update');
    await sql(`UPDATE records SET changes =
        (SELECT json_group_array(json_array(key, value)) FROM state WHERE state.rn = records.rn)
      WHERE (rn, sq) IN (SELECT rn, max(sq) FROM records GROUP BY rn)`);
    await sql(`CREATE TRIGGER records_no_update BEFORE UPDATE ON records
        BEGIN SELECT RAISE(ABORT, 'journal records are never changed'); END`);
    const columns = 'rn, sq, type, at, d, tl, tt, tn, fn, total, fiscal, doc, changes';
    await sql(`CREATE VIEW entries AS SELECT ${columns} FROM records`);
    await sql(`CREATE TRIGGER entries_insert INSTEAD OF INSERT ON entries BEGIN
      INSERT INTO records (${columns}) VALUES (${columns.replace(/\w+/g, 'NEW.$&')});
      INSERT INTO state (rn, key, value)
        SELECT NEW.rn, value ->> 0, value ->> 1 FROM json_each(NEW.changes) WHERE true
        ON CONFLICT (rn, key) DO UPDATE SET value = excluded.value;
    END`);
  },
};
