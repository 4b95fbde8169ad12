/** Databases of their own for portals of tests, on the PostgreSQL of `TILLMARK_TEST_POSTGRES`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database that is empty at first. */
export interface FreshDatabase {
  /** `postgres://` URL. */
  url: string;
  /** Removes it with all that is in it. */
  drop(): Promise<void>;
}

/** Creates one; null where tests use SQLite. */
export async function freshDatabase(): Promise<FreshDatabase | null> {
  const server = process.env.TILLMARK_TEST_POSTGRES;
  if (!server) return null;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The same as a schema of the server's own database, which is made much faster. */
export async function freshSchema(): Promise<FreshDatabase | null> {
  const server = process.env.TILLMARK_TEST_POSTGRES;
  if (!server) return null;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => run(server, `DROP SCHEMA ${name} CASCADE`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
