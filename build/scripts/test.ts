/**
 * `npm test`: test.ts [--unit | --postgres | --browser | --changed [REF]] [arguments of vitest or Playwright]
 *
 * Runs all tests, or with --unit only those of vitest, with --postgres those of
 * portal and journal on PostgreSQL, with --browser only those of Playwright; these pass
 * further arguments on. With --changed it runs what the changes since a commit
 * (default: the last one) can reach. docs/testing.md tells more.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type PartResult, report, takeResults, TALLY } from '../testing/tally.ts';
import { ensureBrowser } from './browser.ts';
import { changedFiles, reach } from './changed.ts';
import { root } from './root.ts';

/** The runners, in the order in which they run. */
export type Part = 'unit' | 'postgres' | 'browser';

/** What to run: for each part the arguments for its runner. */
export type TestPlan = Partial<Record<Part, string[]>>;

const PARTS: readonly Part[] = ['unit', 'postgres', 'browser'];

/**
 * Which runners a command line asks for, and what it hands on to them.
 * @param changed files that changed since a commit
 */
export function planTests(
  args: readonly string[],
  changed: (since: string) => string[] = changedFiles,
): TestPlan {
  const since = args.indexOf('--changed');
  if (since >= 0) {
    const [ref = 'HEAD', ...more] = args.slice(since + 1);
    if (since > 0 || more.length > 0) throw new Error('--changed takes nothing but the name of a commit');
    return reach(changed(ref));
  }
  const asked = PARTS.filter((part) => args.includes(`--${part}`));
  const rest = args.filter((arg) => !asked.some((part) => arg === `--${part}`));
  if (rest.length > 0 && asked.length !== 1) {
    throw new Error(`say --unit, --postgres or --browser, so that it is clear who gets ${rest.join(' ')}`);
  }
  return Object.fromEntries((asked.length > 0 ? asked : PARTS).map((part) => [part, rest]));
}

const require = createRequire(import.meta.url);
const vitest = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');
const playwright = require.resolve('@playwright/test/cli');
const build = join(root, 'build', 'scripts', 'build.ts');

/** What the parts are, in the table at the end. */
const NAMES: Record<Part, string> = {
  unit: 'unit and HTTP',
  postgres: 'portal and journal on PostgreSQL',
  browser: 'browser',
};

/** The command of a part. */
function command(part: Part, args: readonly string[]): string[] {
  if (part === 'browser') return [playwright, 'test', '--config', 'e2e/playwright.config.ts', ...args];
  const projects = part === 'unit' ? ['unit', 'apart'] : ['postgres'];
  const options = ['--config', 'build/vitest.config.ts', ...projects.map((name) => `--project=${name}`)];
  return [vitest, ...(args[0] === 'related' ? [] : ['run']), ...args, ...options];
}

/**
 * What tests that try at random begin with: `TILLMARK_SEED`, else the commit. Each change
 * tries other cases, and a commit the same ones wherever it is tested.
 */
function seed(): string {
  if (process.env.TILLMARK_SEED) return process.env.TILLMARK_SEED;
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return String(parseInt(stdout?.trim().slice(0, 7) || '1', 16));
}

function run(args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function runFromCommandLine(args: string[]): boolean {
  const began = performance.now();
  const plan = planTests(args);
  const parts = PARTS.filter((part) => plan[part] !== undefined);
  if (parts.length === 0) process.stdout.write('No test can tell a difference.\n');
  // Looked for first: better to hear in the first second that it is missing.
  const chromium = plan.browser ? ensureBrowser() : undefined;
  if (!run([build, '--if-stale'])) return false;
  const folder = mkdtempSync(join(tmpdir(), 'tillmark-results-'));
  const results: PartResult[] = [];
  const TILLMARK_SEED = seed();
  process.stdout.write(`Random cases begin with TILLMARK_SEED=${TILLMARK_SEED}\n`);
  let passed = true;
  for (const part of parts) {
    const partBegan = performance.now();
    const file = join(folder, part);
    const env: NodeJS.ProcessEnv = { [TALLY]: file, TILLMARK_CHROMIUM: chromium, TILLMARK_SEED };
    // Hundreds of programs are started: only the first one compiles. V8 counts less exactly (--coverage) then.
    if (!args.includes('--coverage')) env.NODE_COMPILE_CACHE = join(folder, 'compiled');
    const partPassed = run(command(part, plan[part]!), env);
    if (!partPassed) passed = false;
    const ms = performance.now() - partBegan;
    results.push({ name: NAMES[part], ms, files: takeResults(file), passed: partPassed });
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`\n${report(results, performance.now() - began)}`);
  return passed;
}

if (import.meta.main) {
  try {
    process.exitCode = runFromCommandLine(process.argv.slice(2)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`tillmark: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
