/** Brings the schema of a journal on SQLite up to date. */
import { MIGRATIONS } from './list.ts';

/** Runs SQL statements. */
export interface Sql {
  run(statement: string): Promise<void>;
  /** The migrations that a database has had. */
  executed(query: string): Promise<{ name: string }[]>;
}

/**
 * Makes what is missing. Whoever calls has begun a transaction.
 * @throws Error naming the migrations that this version does not know, with nothing changed
 */
export async function applyMigrations(sql: Sql): Promise<void> {
  // Named as the first databases have it.
  await sql.run('CREATE TABLE IF NOT EXISTS SequelizeMeta (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY)');
  const executed = (await sql.executed('SELECT name FROM SequelizeMeta ORDER BY name')).map(
    ({ name }) => name,
  );
  const unknown = executed.filter((name) => !MIGRATIONS.some((known) => known.name === name));
  if (unknown.length > 0) throw new UnknownMigrationsError(unknown);
  for (const { name, up } of MIGRATIONS) {
    if (executed.includes(name)) continue;
    await up((statement) => sql.run(statement));
    await sql.run(`INSERT INTO SequelizeMeta (name) VALUES ('${name}')`);
  }
}

/** The database was made by a newer version. */
export class UnknownMigrationsError extends Error {
  constructor(names: readonly string[]) {
    super(names.join(', '));
  }
}
