/** The tests of the portal once more, on PostgreSQL: `npm test -- --postgres`. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['service/portal/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['service/portal/testing/postgres-server.ts'],
    setupFiles: ['service/portal/testing/use-postgres.ts'],
  },
});
