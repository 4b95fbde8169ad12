/**
 * `npm test`: test.ts [--unit | --postgres | --browser] [arguments of vitest or Playwright]
 *
 * Runs all tests, or with --unit only those of vitest, with --postgres those of
 * the portal on PostgreSQL, with --browser only those of Playwright; these pass
 * further arguments on.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { root } from './parts.ts';

/** What to run, and the arguments for the runner. */
export interface TestPlan {
  unit: boolean;
  /** The tests of the portal once more, on PostgreSQL. */
  postgres: boolean;
  browser: boolean;
  rest: string[];
}

const RUNNERS = ['unit', 'postgres', 'browser'] as const;
type Runner = (typeof RUNNERS)[number];

/** Which runners a command line asks for, and what it hands on to them. */
export function planTests(args: string[]): TestPlan {
  const asked = RUNNERS.filter((runner) => args.includes(`--${runner}`));
  const rest = args.filter((arg) => !asked.some((runner) => arg === `--${runner}`));
  if (rest.length > 0 && asked.length !== 1) {
    throw new Error(`say --unit, --postgres or --browser, so that it is clear who gets ${rest.join(' ')}`);
  }
  const isAsked = (runner: Runner) => asked.length === 0 || asked.includes(runner);
  return { unit: isAsked('unit'), postgres: isAsked('postgres'), browser: isAsked('browser'), rest };
}

const require = createRequire(import.meta.url);
const vitest = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');
const playwright = require.resolve('@playwright/test/cli');
const build = join(root, 'build', 'scripts', 'build.ts');

function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function runFromCommandLine(args: string[]): boolean {
  const { unit, postgres, browser, rest } = planTests(args);
  // Looked for first: better to hear in the first second that it is missing.
  const chromium = browser ? ensureBrowser() : null;
  if (!run(build, ['--if-stale'])) return false;
  const unitPassed = !unit || run(vitest, ['run', '--config', 'build/vitest.config.ts', ...rest]);
  const postgresPassed =
    !postgres || run(vitest, ['run', '--config', 'build/vitest.postgres.config.ts', ...rest]);
  const browserPassed =
    !browser ||
    run(playwright, ['test', '--config', 'e2e/playwright.config.ts', ...rest], {
      TILLMARK_CHROMIUM: chromium ?? undefined,
    });
  return unitPassed && postgresPassed && browserPassed;
}

if (import.meta.main) {
  try {
    process.exitCode = runFromCommandLine(process.argv.slice(2)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`tillmark: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
