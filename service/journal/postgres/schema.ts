/**
 * The tables of the journal on PostgreSQL: those of SQLite (`migrations/`), the row of the owner, and the
 * functions that write. Each write is one statement, so that the server does all of it or nothing whatever
 * becomes of who asked: an instance that is stopped in the middle holds no lock.
 */

/** One step of the schema; runs in a transaction. */
export interface PostgresMigration {
  name: string;
  statements: readonly string[];
}

/** SQLSTATE of a write under a token that does not count any more. */
export const NOT_OWNER = 'TM001';

/** Numbers and names are compared byte by byte, whatever language the server speaks. */
const NAME = 'TEXT COLLATE "C" NOT NULL';

const tables = [
  `CREATE TABLE registers (id BIGINT PRIMARY KEY, rn ${NAME} UNIQUE)`,
  // `id` as in place.ts.
  `CREATE TABLE records (id BIGINT PRIMARY KEY, type ${NAME}, line TEXT NOT NULL) WITH (toast_tuple_target = 8160)`,
  // Compressing each line would take longer than storing it.
  'ALTER TABLE records ALTER COLUMN line SET STORAGE EXTERNAL',
  "CREATE INDEX records_by_type ON records (type, id) WHERE type <> 'Tra'",
  `CREATE TABLE numbers (register BIGINT NOT NULL, number ${NAME}, sq BIGINT NOT NULL,
    PRIMARY KEY (register, number, sq))`,
  `CREATE TABLE terminals (register BIGINT NOT NULL, tl ${NAME}, tt ${NAME}, sq BIGINT NOT NULL,
    PRIMARY KEY (register, tl, tt))`,
  `CREATE TABLE days (register BIGINT NOT NULL, day ${NAME}, segment BIGINT NOT NULL, records BIGINT NOT NULL,
    transactions BIGINT NOT NULL, receipts BIGINT NOT NULL, total BIGINT NOT NULL,
    PRIMARY KEY (register, day, segment)) WITH (fillfactor = 50)`,
  `CREATE TABLE sums (register BIGINT NOT NULL, day ${NAME}, segment BIGINT NOT NULL, kind ${NAME}, name ${NAME},
    amount BIGINT NOT NULL, tax BIGINT NOT NULL,
    PRIMARY KEY (register, day, segment, kind, name)) WITH (fillfactor = 50)`,
  // Nothing leaves this database; the queries ask for it all the same.
  `CREATE TABLE archived (register BIGINT NOT NULL, segment BIGINT NOT NULL, bytes BIGINT NOT NULL,
    digest TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (register, segment))`,
  'CREATE TABLE unfinished (register BIGINT PRIMARY KEY)',
  `CREATE TABLE state (register BIGINT NOT NULL, key ${NAME}, value TEXT NOT NULL,
    PRIMARY KEY (register, key)) WITH (fillfactor = 50)`,
];

/**
 * Who may write (ownership.ts). The token is the key of its row: changing it takes the row's strongest lock,
 * which waits for commits under way and keeps back those to come, while a renewed lease meets none.
 */
const owner = [
  `CREATE TABLE owner (
    token BIGINT PRIMARY KEY,
    instance TEXT NOT NULL,
    address TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
  )`,
  'CREATE UNIQUE INDEX owner_is_one ON owner ((TRUE))',
  "INSERT INTO owner VALUES (0, '', '', '-infinity')",
  `CREATE FUNCTION hold(held BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM FROM owner WHERE token = held FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another instance has taken the journal over' USING ERRCODE = '${NOT_OWNER}';
    END IF;
    -- What is answered is on the disk, and on the standby where the server waits for one.
    IF current_setting('synchronous_commit') IN ('off', 'local') THEN
      PERFORM set_config('synchronous_commit', 'on', TRUE);
    END IF;
  END $$`,
];

/** The only door for records: with all that becomes valid with them (effects.ts), register by register. */
const writing = [
  `CREATE FUNCTION commit_entries(held BIGINT, begun JSON, heads JSON, lines TEXT, changed_terminals JSON,
    changed_days JSON, changed_sums JSON, changed_state JSON) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    INSERT INTO registers (id, rn) SELECT (v ->> 0)::BIGINT, v ->> 1 FROM json_array_elements(begun) AS t (v);
    INSERT INTO records (id, type, line) SELECT (v ->> 0)::BIGINT, v ->> 1, line
      FROM json_array_elements(heads) WITH ORDINALITY AS h (v, n)
      JOIN string_to_table(lines, E'\\n') WITH ORDINALITY AS l (line, n) USING (n);
    INSERT INTO numbers (register, number, sq)
      SELECT (v ->> 0)::BIGINT >> 32, number, (v ->> 0)::BIGINT & 4294967295
      FROM json_array_elements(heads) AS t (v), LATERAL (VALUES (v ->> 2), (v ->> 3)) AS two (number)
      WHERE number IS NOT NULL;
    INSERT INTO terminals (register, tl, tt, sq)
      SELECT (v ->> 0)::BIGINT, v ->> 1, v ->> 2, (v ->> 3)::BIGINT FROM json_array_elements(changed_terminals) AS t (v)
      ON CONFLICT (register, tl, tt) DO UPDATE SET sq = excluded.sq;
    INSERT INTO days AS old (register, day, segment, records, transactions, receipts, total)
      SELECT (v ->> 0)::BIGINT, v ->> 1, (v ->> 2)::BIGINT, (v ->> 3)::BIGINT, (v ->> 4)::BIGINT, (v ->> 5)::BIGINT,
        (v ->> 6)::BIGINT FROM json_array_elements(changed_days) AS t (v)
      ON CONFLICT (register, day, segment) DO UPDATE SET records = old.records + excluded.records,
        transactions = old.transactions + excluded.transactions, receipts = old.receipts + excluded.receipts,
        total = old.total + excluded.total;
    INSERT INTO sums AS old (register, day, segment, kind, name, amount, tax)
      SELECT (v ->> 0)::BIGINT, v ->> 1, (v ->> 2)::BIGINT, v ->> 3, v ->> 4, (v ->> 5)::BIGINT, (v ->> 6)::BIGINT
      FROM json_array_elements(changed_sums) AS t (v)
      ON CONFLICT (register, day, segment, kind, name) DO UPDATE SET amount = old.amount + excluded.amount,
        tax = old.tax + excluded.tax;
    INSERT INTO state (register, key, value)
      SELECT (v ->> 0)::BIGINT, v ->> 1, v ->> 2 FROM json_array_elements(changed_state) AS t (v)
      ON CONFLICT (register, key) DO UPDATE SET value = excluded.value;
  END $$`,
  `CREATE FUNCTION discard_register(held BIGINT, gone BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    DELETE FROM records WHERE id BETWEEN (gone << 32) + 1 AND (gone << 32) + 4294967295;
    DELETE FROM numbers WHERE register = gone;
    DELETE FROM terminals WHERE register = gone;
    DELETE FROM days WHERE register = gone;
    DELETE FROM sums WHERE register = gone;
    DELETE FROM state WHERE register = gone;
    DELETE FROM unfinished WHERE register = gone;
    DELETE FROM registers WHERE id = gone;
  END $$`,
  `CREATE FUNCTION begin_register(held BIGINT, fresh BIGINT, name TEXT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    -- One whose beginning was not heard of.
    PERFORM discard_register(held, id) FROM registers JOIN unfinished ON register = id WHERE rn = name;
    INSERT INTO registers (id, rn) VALUES (fresh, name);
    INSERT INTO unfinished (register) VALUES (fresh);
  END $$`,
  `CREATE FUNCTION finish_register(held BIGINT, whole BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    DELETE FROM unfinished WHERE register = whole;
  END $$`,
];

/** No code path may change what was registered, or remove it. A number that is given is refused by the key. */
const protection = [
  `CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
    IF TG_LEVEL = 'ROW' AND TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT 1 FROM unfinished WHERE register = OLD.id >> 32) THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'journal records are never changed';
  END $$`,
  `CREATE TRIGGER records_no_change BEFORE UPDATE OR DELETE ON records
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER records_no_truncate BEFORE TRUNCATE ON records
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];

/** What instances have in common besides the journal: settings and keys, sealed (service/instances/documents.ts). */
const documents = [
  // A document that was removed keeps its row, with the version of that.
  `CREATE TABLE documents (name TEXT PRIMARY KEY, sealed TEXT, version BIGINT NOT NULL)`,
  'CREATE SEQUENCE document_versions',
  `CREATE FUNCTION put_documents(held BIGINT, changed JSON) RETURNS BIGINT LANGUAGE plpgsql AS $$
  DECLARE newest BIGINT := nextval('document_versions');
  BEGIN
    PERFORM hold(held);
    INSERT INTO documents (name, sealed, version)
      SELECT v ->> 0, v ->> 1, newest FROM json_array_elements(changed) AS t (v)
      ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, version = excluded.version;
    RETURN newest;
  END $$`,
];

/** A journal that was made anew from journal files (rebuild.ts): what its registers have to settle first. */
const rebuilding = [
  'CREATE TABLE rebuilt (mark BIGINT PRIMARY KEY)',
  // All registers begin to count at once, together with the mark.
  `CREATE FUNCTION finish_rebuild(held BIGINT, fresh BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    DELETE FROM unfinished;
    INSERT INTO rebuilt (mark) VALUES (fresh);
  END $$`,
  `CREATE FUNCTION settle_rebuild(held BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
    PERFORM hold(held);
    DELETE FROM rebuilt;
  END $$`,
];

/** All schema versions in order. */
export const MIGRATIONS: readonly PostgresMigration[] = [
  { name: '0001-journal', statements: [...tables, ...owner, ...writing, ...protection, ...documents] },
  { name: '0002-rebuilt', statements: rebuilding },
];
