/**
 * `npm test`: test.ts [--unit | --browser] [arguments of vitest or Playwright]
 *
 * Runs all tests, or with --unit only those of vitest, with --browser only
 * those of Playwright; these two pass further arguments on.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { root } from './parts.ts';

/** What to run, and the arguments for the runner. */
export interface TestPlan {
  unit: boolean;
  browser: boolean;
  rest: string[];
}

/** Which runners a command line asks for, and what it hands on to them. */
export function planTests(args: string[]): TestPlan {
  const rest = args.filter((arg) => arg !== '--unit' && arg !== '--browser');
  const unit = args.includes('--unit');
  const browser = args.includes('--browser');
  if (rest.length > 0 && unit === browser) {
    throw new Error(`say --unit or --browser, so that it is clear who gets ${rest.join(' ')}`);
  }
  return { unit: unit || !browser, browser: browser || !unit, rest };
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
  const { unit, browser, rest } = planTests(args);
  // Looked for first: better to hear in the first second that it is missing.
  const chromium = browser ? ensureBrowser() : null;
  if (!run(build, ['--if-stale'])) return false;
  const unitPassed = !unit || run(vitest, ['run', '--config', 'build/vitest.config.ts', ...rest]);
  const browserPassed =
    !browser ||
    run(playwright, ['test', '--config', 'e2e/playwright.config.ts', ...rest], {
      TILLMARK_CHROMIUM: chromium ?? undefined,
    });
  return unitPassed && browserPassed;
}

if (import.meta.main) {
  try {
    process.exitCode = runFromCommandLine(process.argv.slice(2)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`tillmark: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
