/** Digital receipts that were taken down one by one. The records themselves stay in the archive. */

/** The statements of this change. */
export function hiddenReceipts(): string[] {
  return [
    // reason: see receipts/hidden.ts.
    `CREATE TABLE hidden_receipts (
      company_id BIGINT NOT NULL,
      register_id BIGINT NOT NULL,
      sq BIGINT NOT NULL,
      hidden_at BIGINT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (company_id, register_id, sq)
    )`,
  ];
}
