/** Turnover by day (archive/day-totals.ts). */
import type { Dialect } from '../database.ts';

/** The statements of this change. */
export function dayTotalsTables(dialect: Dialect): string[] {
  // Days are compared byte by byte, whatever language the database server speaks.
  const day = dialect === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
  return [
    // amount: thousandths of the currency of the register.
    `CREATE TABLE day_totals (
      company_id INTEGER NOT NULL,
      register_id INTEGER NOT NULL,
      day ${day} NOT NULL,
      receipts BIGINT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (company_id, register_id, day)
    )`,
    'CREATE INDEX day_totals_day ON day_totals (company_id, day)',
    // ISO 4217, of the newest configuration; null: none has come in.
    'ALTER TABLE registers ADD COLUMN currency TEXT',
    // Records up to this number have come in before there were totals and are not in them yet.
    'ALTER TABLE registers ADD COLUMN uncounted BIGINT NOT NULL DEFAULT 0',
    'UPDATE registers SET uncounted = next_sq - 1 WHERE next_sq > 1',
    'CREATE INDEX registers_uncounted ON registers (company_id, id) WHERE uncounted > 0',
  ];
}
