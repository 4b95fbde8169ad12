/** What the operator of the portal asks for what can be bought (registers/price-lists.ts). */

/** The statements of this change. Purchases of before have no prices. */
export function priceLists(): string[] {
  return [
    // valid_from: YYYY-MM-DD where the operator is; prices: JSON, amounts as decimal texts.
    `CREATE TABLE price_lists (
      valid_from TEXT PRIMARY KEY,
      currency TEXT NOT NULL,
      terms TEXT,
      prices TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      changed_by TEXT NOT NULL
    )`,
    // JSON: what was asked for each item when it was bought, for ever.
    'ALTER TABLE purchases ADD COLUMN prices TEXT',
  ];
}
