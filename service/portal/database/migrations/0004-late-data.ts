/** Fiscal data that receipts get after they were registered (receipt/late.ts): found by their receipt. */

/** The statements of this change. Records of before have none. */
export function lateData(): string[] {
  return [
    // Number of the receipt that a record of type Fis has fiscal data of.
    'ALTER TABLE records ADD COLUMN of_sq BIGINT',
    'CREATE INDEX records_late ON records (company_id, register_id, of_sq, sq) WHERE of_sq IS NOT NULL',
  ];
}
