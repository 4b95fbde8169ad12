/** The index for searching texts of entities. Part of 0001-portal. */
import type { Dialect } from '../database.ts';

/**
 * Three letters at a time, on PostgreSQL, where its extension pg_trgm is there
 * and may be created. Elsewhere a search looks at all that the caller may see:
 * the same answers, later. Locations are not searched for.
 */
export function textIndex(dialect: Dialect): string[] {
  if (dialect !== 'postgres') return [];
  return [
    `DO 'BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX entities_text ON entities USING gin (search_text gin_trgm_ops) WHERE kind < 3;
    EXCEPTION WHEN OTHERS THEN
      RAISE NOTICE ''searches of texts have no index: pg_trgm cannot be created'';
    END'`,
  ];
}
