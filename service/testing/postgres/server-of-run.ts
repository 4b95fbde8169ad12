/** Starts one PostgreSQL for a whole run of tests (build/vitest.config.ts). */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://` URL; empty where no server can be run. */
    postgres: string;
  }
}

/** What these tests write is worth nothing after a power failure. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** See above. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TILLMARK_TEST_POSTGRES;
  if (given) {
    project.provide('postgres', given);
    return () => Promise.resolve();
  }
  try {
    const { url, stop } = await startPostgres(undefined, FAST);
    project.provide('postgres', url);
    return stop;
  } catch (error) {
    process.stderr.write(
      `\nNOT TESTED: portal and journal on PostgreSQL. No server can be run here: ${String(error)}\n` +
        'Name one in TILLMARK_TEST_POSTGRES=postgres://...; its user must be allowed to create databases.\n\n',
    );
    project.provide('postgres', '');
    return () => Promise.resolve();
  }
}
