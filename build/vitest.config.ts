import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that put doubles in the place of modules: each in a process of its own. */
const apart = globSync('{service,main,renderer,build,e2e}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
  /\bvi\.(mock|resetModules)\(/.test(readFileSync(join(root, file), 'utf8')),
);

/** OpenedService of the portal that never see a database: once is enough for them. */
const noDatabase = [
  'api/proxies',
  'entities/tax-id',
  'database/database',
  'entities/year-end',
  'mail/message',
  'mail/transport',
];

/** What is about PostgreSQL alone. */
const postgresOnly = [
  'service/journal/postgres/**/*.test.ts',
  'service/instances/**/*.test.ts',
  'e2e/torture/fail-over.test.ts',
  'e2e/torture/unsafe-postgres.test.ts',
];

/** The journal's suites once more with its store on PostgreSQL, and registers on top of it. */
const journalOnPostgres = [
  ...['journal', 'restore', 'find', 'late', 'period', 'unbroken', 'segments/copy'].map(
    (file) => `service/journal/${file}.test.ts`,
  ),
  ...postgresOnly,
];

const common = {
  root,
  setupFiles: ['cheap-passwords', 'thorough', 'patience'].map((name) => `service/testing/${name}.ts`),
  // Tests that start a service wait for conditions; this bound is for a machine that is busy with other things.
  testTimeout: 120_000 * Number(process.env.TILLMARK_RUNS ?? 1),
  hookTimeout: 60_000,
  // Else a second, which is little beside other programs (as service/testing/patience.ts).
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  root,
  test: {
    reporters: [join(root, 'build/testing/rooms-reporter.ts')],
    // Tests that run a program run the built one.
    globalSetup: ['build/testing/built.ts'],
    fsModuleCache: true,
    restoreMocks: true,
    // Tests wait for disks, processes and each other; vitest alone would leave a core to itself.
    maxWorkers: availableParallelism() + 1,
    silent: 'passed-only',
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{service,main,renderer,build,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...apart, ...postgresOnly],
          // What a file imports stays loaded for the next one: loading took longer than testing.
          isolate: false,
        },
      },
      { test: { ...common, name: 'apart', include: apart } },
      {
        test: {
          ...common,
          name: 'postgres',
          include: ['service/portal/**/*.test.ts', ...journalOnPostgres],
          exclude: noDatabase.map((file) => `service/portal/${file}.test.ts`),
          isolate: false,
          globalSetup: ['service/testing/postgres/server-of-run.ts'],
          setupFiles: [...common.setupFiles, 'service/testing/postgres/use-server.ts'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['{service,main,renderer}/**/*.{ts,tsx}', 'build/scripts/*.ts'],
      // These numbers see neither the browser, in which components run, nor the part on PostgreSQL.
      exclude: [
        '**/*.{test,suite}.{ts,tsx}',
        '**/testing/**',
        'renderer/**/*.tsx',
        'service/journal/postgres/**',
      ],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
      // What is reached, less a little. Raise it when it has risen.
      thresholds: {
        statements: 85,
        branches: 80,
        'service/{receipt,register,journal}/**': { statements: 95, branches: 90 },
        'service/{countries,http,settings}/**': { statements: 86, branches: 76 },
        'main/**': { statements: 95, branches: 91 },
      },
    },
  },
});
