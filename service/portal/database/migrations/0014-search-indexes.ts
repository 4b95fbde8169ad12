/** Indexes for searches over everything (entities/search.ts). */

/** The statements of this change. */
export function searchIndexes(): string[] {
  return [
    // State and country stand in it, so that counting by them reads no rows.
    'DROP INDEX entities_kind',
    'CREATE INDEX entities_kind ON entities (kind, path, state, country_code)',
    'CREATE INDEX entities_created ON entities (kind, created_at, id)',
  ];
}
