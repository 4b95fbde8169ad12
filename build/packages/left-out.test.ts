import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/root.ts';
import { fits, isLeftOut, leftOut } from './left-out.ts';
import { IN_PAGES, productionFolders } from './production.ts';
import { reachedFiles } from './reached.ts';
import { thisMachine } from './stage.ts';

const rows = leftOut(thisMachine());

test('no program can load what packages leave out, nor what production lacks', async () => {
  const files = await reachedFiles();
  expect(files).toContain('express/index.js');
  expect(files.filter((file) => rows.some((row) => isLeftOut(row, file)))).toEqual([]);
  const ofFile = (file: string): string => /^((?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)![1]!;
  const inProduction = new Set(productionFolders().map((folder) => folder.slice('node_modules/'.length)));
  expect(files.filter((file) => !inProduction.has(ofFile(file)))).toEqual([]);
});

test('packages have the fonts that the service reads as files', () => {
  const fonts = globSync('service/render/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'(dejavu-fonts-ttf\/[^']+)'/g)].map((m) => m[1]!),
  );
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((file) => rows.some((row) => isLeftOut(row, file)))).toEqual([]);
});

test('every pattern still leaves something out', () => {
  const files = productionFolders().flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file)
        .replaceAll('\\', '/')
        .replace(/^node_modules\//, ''),
    ),
  );
  const patterns = rows.flatMap(({ files: left, but = [] }) => [...left, ...but]);
  expect(patterns.filter((pattern) => !files.some((file) => fits(pattern, file)))).toEqual([]);
});

test('patterns', () => {
  expect(fits('a/{b,c}/*.js', 'a/c/x.js')).toBe(true);
  expect(fits('a/{b,c}/*.js', 'a/c/d/x.js')).toBe(false);
  expect(fits('**/*.d.ts', 'a/b/x.d.ts')).toBe(true);
  expect(fits('**/*.d.ts', 'a/b/xd.ts')).toBe(false);
  expect(fits('a/x64+arm64/**', 'a/x64+arm64/b/c')).toBe(true);
});

test('the list of what a package is made of names all that the pages import', () => {
  const imported = globSync('renderer/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]|vite\.config/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)])
    .map((found) => found[1]!);
  const known = new Set([...IN_PAGES, ...productionFolders().map((folder) => folder.slice(13))]);
  expect(new Set(imported.filter((name) => !known.has(name)))).toEqual(new Set());
});
