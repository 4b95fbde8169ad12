/**
 * All schema versions in order. Imported as objects, so that bundling cannot
 * lose one; a database with a migration that is not in this list is refused.
 */
import { records } from './0001-records.ts';
import { changes } from './0002-changes.ts';

/** One step of the schema; runs in a transaction. */
export interface Migration {
  name: string;
  up: (sql: (statement: string) => Promise<void>) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [records, changes];
