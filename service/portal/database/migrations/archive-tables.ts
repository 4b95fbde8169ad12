/** Tables of the archive: what registers have handed in, and what they have signed. Part of 0001-portal. */
import type { Dialect } from '../database.ts';

/** See above. */
export function archiveTables(dialect: Dialect): string[] {
  // Numbers and times are compared byte by byte, whatever language the database server speaks.
  const name = dialect === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
  return [
    // Lines exactly as the register's journal has them. at: of the document, else of the registration,
    // local time of the shop; tn, fn and total are those of the receipt, where a search can find them.
    `CREATE TABLE records (
      company_id INTEGER NOT NULL,
      register_id INTEGER NOT NULL,
      sq BIGINT NOT NULL,
      type TEXT NOT NULL,
      at ${name} NOT NULL,
      tn ${name},
      fn ${name},
      total TEXT,
      line TEXT NOT NULL,
      PRIMARY KEY (company_id, register_id, sq)
    )`,
    'CREATE INDEX records_at ON records (company_id, at, register_id, sq)',
    'CREATE INDEX records_fn ON records (company_id, fn, register_id) WHERE fn IS NOT NULL',
    'CREATE INDEX records_tn ON records (company_id, tn) WHERE tn IS NOT NULL',
    "CREATE INDEX records_cfg ON records (company_id, register_id, sq) WHERE type = 'Cfg'",
    // Compressing each line would take longer than storing it, and a file system or a backup does it better.
    ...(dialect === 'postgres' ? ['ALTER TABLE records ALTER COLUMN line SET STORAGE EXTERNAL'] : []),
    // What the register has signed, so that anybody can check it again. Every batch goes on behind the
    // one before, and may begin with records that came with it.
    `CREATE TABLE record_batches (
      company_id INTEGER NOT NULL,
      register_id INTEGER NOT NULL,
      last_sq BIGINT NOT NULL,
      first_sq BIGINT NOT NULL,
      digest TEXT NOT NULL,
      signature TEXT NOT NULL,
      received_at BIGINT NOT NULL,
      PRIMARY KEY (company_id, register_id, last_sq)
    )`,
    // What a register counts on from after the last record that was handed in: the newest value of
    // each entry in "State" of its lines. Exports of countries read it.
    `CREATE TABLE register_state (
      company_id INTEGER NOT NULL,
      register_id INTEGER NOT NULL,
      key ${name} NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (company_id, register_id, key)
    )`,
    // What exports and audits have to know of the installation that a register runs on, as JSON.
    `CREATE TABLE register_installations (
      company_id INTEGER NOT NULL,
      register_id INTEGER NOT NULL,
      data TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (company_id, register_id)
    )`,
  ];
}
