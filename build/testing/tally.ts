/** What the runners of tests tell `npm test`, so that one table can be shown at the end. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A file of tests that was run. */
export interface FileResult {
  /** Path beneath the project's folder. */
  file: string;
  /** From its first test to the end of its last, with what it imports. */
  ms: number;
  passed: number;
  /** Each test that failed, with what it said. */
  failures: Failure[];
  /** Why each skipped test was skipped; where nobody said, that its file tells. */
  skipped: string[];
}

/** A test that failed, or what a file said that could not be run. */
export interface Failure {
  /** Empty for the file itself. */
  test: string;
  /** What it said, as far as it is told at the end. */
  message: string;
}

/** Longest message at the end, in characters: all of it stands further up. */
const LONGEST = 1500;

/** A failure as the end of a run tells it: without colours, and not all of a long message. */
export function failure(test: string, message: string | undefined): Failure {
  const plain = stripVTControlCharacters(message ?? 'it did not say why');
  return { test, message: plain.length > LONGEST ? `${plain.slice(0, LONGEST)} ...` : plain };
}

/** Environment variable that tells a runner where to leave its results. */
export const TALLY = 'TILLMARK_TALLY';

/** Leaves the results of a runner where `npm test` looks for them, if it asks for them. */
export function leaveResults(results: readonly FileResult[]): void {
  const file = process.env[TALLY];
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
}

/** Takes them; none from a runner that ended before it had any. */
export function takeResults(file: string): FileResult[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FileResult[]) : [];
}

/** Milliseconds as people say them: `4.2 s`, `3 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** The room a file is in: `service/http`, `service/countries/pt`, `e2e/specs`. */
export function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'countries' ? 3 : 2).join('/');
}

/** Why a test was skipped. */
export function whySkipped(said: string | undefined, file: string): string {
  return said ? said : `${file} tells why`;
}

/** A part of a run: the files of one runner, and how long it took. */
export interface PartResult {
  name: string;
  ms: number;
  files: FileResult[];
  /** As its runner says: it may also fail by an error outside of all tests. */
  passed: boolean;
}

const SLOWEST = 20;

/** The end of `npm test`: time by part, the slowest files, what was skipped and why, what failed, and the total. */
export function report(parts: readonly PartResult[], ms: number): string {
  const files = parts.flatMap((part) => part.files);
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const reasons = new Map<string, number>();
  for (const why of files.flatMap(({ skipped }) => skipped)) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const passed = sum(files, (file) => file.passed);
  const failures = [
    ...files.flatMap(({ file, failures }) => failures.map((failed) => told(file, failed))),
    ...parts.filter(failedByItself).map(({ name }) => told(name, OUTSIDE)),
  ];
  const skipped = sum(files, (file) => file.skipped.length);
  return [
    ...parts.map((part) => `${aside(duration(part.ms))}  ${part.name}: ${counted(part.files)}`),
    ...(slowest.length > 1 ? ['', 'The slowest files'] : []),
    ...(slowest.length > 1 ? slowest.map((file) => `${aside(duration(file.ms))}  ${file.file}`) : []),
    ...(reasons.size > 0 ? ['', 'Skipped'] : []),
    ...[...reasons].map(([why, n]) => `${aside(String(n))}  ${why}`),
    ...(failures.length > 0 ? ['', 'Failed', ...failures] : []),
    '',
    `All of it took ${duration(ms)}`,
    `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    '',
  ].join('\n');
}

/** What a runner that fails although no test did has told further up. */
const OUTSIDE: Failure = { test: '', message: 'an error outside of all tests, see further up' };

function failedByItself({ passed, files }: PartResult): boolean {
  return !passed && files.every(({ failures }) => failures.length === 0);
}

function told(file: string, { test, message }: Failure): string {
  const lines = message.split('\n').map((line) => `      ${line}`);
  return [`  ${test === '' ? file : `${file} > ${test}`}`, ...lines].join('\n');
}

function counted(files: readonly FileResult[]): string {
  const tests = sum(files, ({ passed, failures, skipped }) => passed + failures.length + skipped.length);
  return `${tests} tests in ${files.length} files`;
}

function sum(files: readonly FileResult[], of: (file: FileResult) => number): number {
  return files.reduce((total, file) => total + of(file), 0);
}

function aside(text: string): string {
  return text.padStart(12);
}
