/**
 * All schema versions in order. Imported as objects, so that bundling cannot
 * lose one; a database with a migration that is not in this list is refused.
 */
import { journal } from './0001-journal.ts';

/** One step of the schema; runs in a transaction. */
export interface Migration {
  name: string;
  up: (sql: (statement: string) => Promise<void>) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [journal];
