/** First schema: records, what finds and sums them, and the state of each register. */
import type { Migration } from './list.ts';

export const journal: Migration = {
  name: '0001-journal',
  async up(sql) {
    await sql('CREATE TABLE registers (id INTEGER PRIMARY KEY, rn TEXT NOT NULL UNIQUE)');
    // `id` is the register and the sequence number in one (place.ts): the records of a register lie
    // beside each other, and no index is needed to find one. `line` is the record as the journal
    // files have it (docs/journal-format.md).
    await sql(`CREATE TABLE records (
      id INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      line TEXT NOT NULL
    )`);
    // For the few records that are no transactions: the last configuration among a million sales.
    await sql("CREATE INDEX records_by_type ON records (type) WHERE type <> 'Tra'");
    // Fiscal numbers, and transaction numbers with their terminal (numbers.ts).
    await sql(`CREATE TABLE numbers (
      register INTEGER NOT NULL,
      number TEXT NOT NULL,
      sq INTEGER NOT NULL,
      PRIMARY KEY (register, number, sq)
    ) WITHOUT ROWID`);
    // The last transaction of each terminal.
    await sql(`CREATE TABLE terminals (
      register INTEGER NOT NULL,
      tl TEXT NOT NULL,
      tt TEXT NOT NULL,
      sq INTEGER NOT NULL,
      PRIMARY KEY (register, tl, tt)
    ) WITHOUT ROWID`);
    // Counts and sums of the records that are dated on a day, by segment: so they tell, too, which
    // segments have records of a day. Minor units of the currency.
    await sql(`CREATE TABLE days (
      register INTEGER NOT NULL,
      day TEXT NOT NULL,
      segment INTEGER NOT NULL,
      records INTEGER NOT NULL,
      transactions INTEGER NOT NULL,
      receipts INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (register, day, segment)
    ) WITHOUT ROWID`);
    // Turnover of a day by tax group (`tax`) and payment group (`pay`).
    await sql(`CREATE TABLE sums (
      register INTEGER NOT NULL,
      day TEXT NOT NULL,
      segment INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      amount INTEGER NOT NULL,
      tax INTEGER NOT NULL,
      PRIMARY KEY (register, day, segment, kind, name)
    ) WITHOUT ROWID`);
    // Segments whose transactions are no longer in `records` but in a compressed file: its size and
    // SHA-256, and the SHA-256 of the lines in it.
    await sql(`CREATE TABLE archived (
      register INTEGER NOT NULL,
      segment INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      digest TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (register, segment)
    ) WITHOUT ROWID`);
    // Registers whose restoring has not come to its end.
    await sql('CREATE TABLE unfinished (register INTEGER PRIMARY KEY)');
    await sql(`CREATE TABLE state (
      register INTEGER NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (register, key)
    ) WITHOUT ROWID`);
    await createEntries(sql);
    await protectRecords(sql);
  },
};

/**
 * Records and all that becomes valid with them go in through one door, in one
 * statement: nothing can store one without the other. The last record of a
 * register in a statement brings what all of them change (effects.ts).
 */
async function createEntries(sql: (statement: string) => Promise<void>): Promise<void> {
  const columns = 'register, rn, sq, type, line, number, fn, terminals, days, sums, state';
  await sql(`CREATE VIEW entries AS SELECT ${columns.replace(/\w+/g, 'NULL AS $&')} WHERE FALSE`);
  await sql(`CREATE TRIGGER entries_insert INSTEAD OF INSERT ON entries BEGIN
    INSERT INTO registers (id, rn) SELECT NEW.register, NEW.rn WHERE NEW.rn IS NOT NULL;
    INSERT INTO records (id, type, line) VALUES ((NEW.register << 32) + NEW.sq, NEW.type, NEW.line);
    INSERT INTO numbers (register, number, sq) SELECT NEW.register, NEW.number, NEW.sq
      WHERE NEW.number IS NOT NULL;
    INSERT INTO numbers (register, number, sq) SELECT NEW.register, NEW.fn, NEW.sq
      WHERE NEW.fn IS NOT NULL;
    INSERT INTO terminals (register, tl, tt, sq)
      SELECT NEW.register, value ->> 0, value ->> 1, value ->> 2 FROM json_each(NEW.terminals) WHERE TRUE
      ON CONFLICT DO UPDATE SET sq = excluded.sq;
    INSERT INTO days (register, day, segment, records, transactions, receipts, total)
      SELECT NEW.register, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
        FROM json_each(NEW.days) WHERE TRUE
      ON CONFLICT DO UPDATE SET records = records + excluded.records,
        transactions = transactions + excluded.transactions,
        receipts = receipts + excluded.receipts, total = total + excluded.total;
    INSERT INTO sums (register, day, segment, kind, name, amount, tax)
      SELECT NEW.register, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
        FROM json_each(NEW.sums) WHERE TRUE
      ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, tax = tax + excluded.tax;
    INSERT INTO state (register, key, value)
      SELECT NEW.register, value ->> 0, value ->> 1 FROM json_each(NEW.state) WHERE TRUE
      ON CONFLICT DO UPDATE SET value = excluded.value;
  END`);
}

/** No code path may change what was registered, or remove it while the database has the only copy that counts. */
async function protectRecords(sql: (statement: string) => Promise<void>): Promise<void> {
  await sql(`CREATE TRIGGER records_no_update BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'journal records are never changed'); END`);
  // Without it INSERT OR REPLACE would exchange one: what it replaces it deletes without asking the next trigger.
  await sql(`CREATE TRIGGER records_no_replace BEFORE INSERT ON records
    WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'journal records are never changed, and this number is given'); END`);
  await sql(`CREATE TRIGGER records_no_delete BEFORE DELETE ON records
    WHEN NOT EXISTS (SELECT 1 FROM archived
        WHERE register = OLD.id >> 32 AND segment = (OLD.id & 4294967295) / 1000)
      AND NOT EXISTS (SELECT 1 FROM unfinished WHERE register = OLD.id >> 32)
    BEGIN SELECT RAISE(ABORT, 'journal records are never changed'); END`);
}
