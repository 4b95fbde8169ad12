/** Brings the schema of a journal on PostgreSQL up to date. */
import { NewerDatabaseError } from '../store.ts';
import { MIGRATIONS } from './schema.ts';
import { Session } from './session.ts';

/** Any number that every instance takes for migrating, and no other program by chance. */
const LOCK = 5_618_561_801;

/**
 * Makes what is missing; several instances may do so at once.
 * @throws NewerDatabaseError, UnreachableError, errors of the server
 */
export async function migrate(url: string): Promise<void> {
  const session = new Session(url);
  try {
    await session.run(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
    await session.run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)');
    const executed = (await session.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(
      ({ name }) => name,
    );
    const unknown = executed.filter((name) => !MIGRATIONS.some((known) => known.name === name));
    if (unknown.length > 0) {
      throw new NewerDatabaseError(
        `the journal has a schema that this version does not know (${unknown.join(', ')}): use the newer version`,
      );
    }
    for (const { name, statements } of MIGRATIONS) {
      if (executed.includes(name)) continue;
      for (const statement of statements) await session.run(statement);
      await session.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
    await session.run('COMMIT');
  } finally {
    // What was not committed goes back.
    await session.close();
  }
}
