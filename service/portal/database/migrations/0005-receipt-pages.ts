/** What companies want of the pages of their digital receipts. */

/** The statements of this change. */
export function receiptPages(): string[] {
  return [
    // data: JSON, see receipts/rules.ts. Companies without a row have what is usual.
    'CREATE TABLE receipt_pages (company_id BIGINT PRIMARY KEY, data TEXT NOT NULL)',
  ];
}
