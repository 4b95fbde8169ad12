import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPart, expectOneByteLetters, isStale, type Part } from './parts.ts';

let base = '';
const write = (path: string, text: string) => writeFileSync(join(base, path), text);

const part: Part = {
  inputs: ['src', 'missing'],
  output: 'dist/out.js',
  build: async () => {
    mkdirSync(join(base, 'dist'), { recursive: true });
    write('dist/out.js', 'built');
  },
};
const stale = () => isStale('sample', part, base);

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'tillmark-parts-'));
  mkdirSync(join(base, 'src', 'deep'), { recursive: true });
  write('src/a.ts', 'one');
  write('src/deep/b.ts', 'two');
  expect(stale()).toBe(true);
  await buildPart('sample', part, base);
  expect(stale()).toBe(false);
});

afterEach(() => rmSync(base, { recursive: true }));

test('a changed source makes the part stale', () => {
  write('src/deep/b.ts', 'longer');
  expect(stale()).toBe(true);
});

test('a source of another time is a changed source, even an older one', () => {
  utimesSync(join(base, 'src/a.ts'), 1000, 1000);
  expect(stale()).toBe(true);
});

test('a new and a removed source make it stale', async () => {
  write('src/c.ts', 'three');
  expect(stale()).toBe(true);
  await buildPart('sample', part, base);
  rmSync(join(base, 'src/c.ts'));
  expect(stale()).toBe(true);
});

test('so do a missing output and a new lockfile', async () => {
  rmSync(join(base, 'dist/out.js'));
  expect(stale()).toBe(true);
  await buildPart('sample', part, base);
  write('package-lock.json', '{}');
  expect(stale()).toBe(true);
});

test('a test beside the sources does not count', () => {
  write('src/a.test.ts', 'test');
  expect(stale()).toBe(false);
});

test('a failed build leaves the part stale, and so does a change during the build', async () => {
  const failing = { ...part, build: () => Promise.reject(new Error('no')) };
  await expect(buildPart('sample', failing, base)).rejects.toThrow('no');
  expect(stale()).toBe(true);
  const racing = { ...part, build: async () => write('src/a.ts', 'changed meanwhile') };
  await buildPart('sample', racing, base);
  expect(stale()).toBe(true);
});

test('a program with letters that take two bytes is refused, with its place', () => {
  expectOneByteLetters('start', 'var a = /[aou]/;');
  expect(() => expectOneByteLetters('start', 'var a = /[ä]/;')).toThrow(
    'start: write ä as \\u escape: …var a = /[ä]/;…',
  );
});
