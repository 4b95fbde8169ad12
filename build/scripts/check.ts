/**
 * `npm run check`: types, lint, format and arrows between rooms, side by side.
 *
 * What has not changed since the last time is not looked at again
 * (`node_modules/.cache`). A clean clone has no such memory, so that CI looks
 * at everything: a change of one file's types may make another file wrong that
 * lint remembers as right.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { duration } from '../testing/tally.ts';
import { root } from './root.ts';

const cache = join(root, 'node_modules', '.cache');

/** A tool's own program, which need not be on the path. */
const program = (packageName: string, file: string) => join(root, 'node_modules', packageName, file);

/**
 * TypeScript 7 checks in a fifth of the time. It has no interface for other programs
 * yet, so that ESLint and Vite work with TypeScript 6 of the same language.
 */
const types = (project: string) => [program('typescript-7', 'bin/tsc'), '--noEmit', '-p', project];

/** What is checked, the longest first. */
const CHECKS: Readonly<Record<string, string[]>> = {
  lint: [
    program('eslint', 'bin/eslint.js'),
    ...['-c', 'build/eslint.config.js', '--max-warnings', '0'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', join(cache, 'eslint')],
    '.',
  ],
  types: types('tsconfig.json'),
  'types of the pages': types('renderer/tsconfig.json'),
  format: [program('prettier', 'bin/prettier.cjs'), ...['--check', '--log-level', 'warn', '--cache'], '.'],
  arrows: [
    program('dependency-cruiser', 'bin/dependency-cruise.mjs'),
    ...['--config', 'build/dependency-cruiser.cjs', 'main', 'renderer', 'service', 'e2e'],
  ],
};

/** Runs a check; what it says comes out whole when it has ended. */
async function run(name: string): Promise<boolean> {
  const began = performance.now();
  const child = spawn(process.execPath, CHECKS[name]!, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (chunk: Buffer) => (said += chunk.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const passed = await new Promise<boolean>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code === 0));
  });
  const took = duration(performance.now() - began).padStart(12);
  process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(20)}${took}\n${passed ? '' : said}`);
  return passed;
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(CHECKS, name));
if (unknown !== undefined) {
  process.stderr.write(
    `tillmark: no check is called ${unknown}; there are ${Object.keys(CHECKS).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  const results = await Promise.all((asked.length > 0 ? asked : Object.keys(CHECKS)).map(run));
  if (results.includes(false)) process.exitCode = 1;
}
