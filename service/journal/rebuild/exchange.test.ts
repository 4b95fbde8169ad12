import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { allSteps, exchange, interruptedExchange, lastKept, resumeExchange } from './exchange.ts';

/** Files by their ending behind `journal.db`. */
type Names = Record<string, string>;

async function folderWith(names: Names): Promise<string> {
  const file = path.join(await temporaryFolder(), 'journal.db');
  for (const [ending, content] of Object.entries(names)) await fs.writeFile(file + ending, content);
  return file;
}

async function namesAt(file: string): Promise<Names> {
  const found: Names = {};
  for (const name of (await fs.readdir(path.dirname(file))).sort()) {
    found[name.slice('journal.db'.length)] = await fs.readFile(path.join(path.dirname(file), name), 'utf8');
  }
  return found;
}

/** Takes some steps and leaves it there, as a crash does; false when there were fewer. */
async function leaveAfter(count: number, steps: AsyncGenerator<void, unknown>): Promise<boolean> {
  for (let i = 0; i < count; i++) if ((await steps.next()).done === true) return false;
  return true;
}

const BEFORE: [what: string, before: Names, after: Names, kept: string | null][] = [
  [
    'a database with its log',
    { '': 'old', '-wal': 'log', '-shm': 'memory', '.rebuild': 'new' },
    { '': 'new', '.before-rebuild-1': 'old', '.before-rebuild-1-wal': 'log' },
    '.before-rebuild-1',
  ],
  ['none', { '.rebuild': 'new' }, { '': 'new' }, null],
  [
    'a log whose database is gone, and another old database',
    { '-wal': 'log', '.before-rebuild-3': 'older', '.rebuild': 'new' },
    { '': 'new', '.before-rebuild-3': 'older', '.before-rebuild-4-wal': 'log' },
    null,
  ],
  [
    'a database, and the log of another old one',
    { '': 'old', '.before-rebuild-1-wal': 'older log', '.rebuild': 'new' },
    { '': 'new', '.before-rebuild-1-wal': 'older log', '.before-rebuild-2': 'old' },
    '.before-rebuild-2',
  ],
];

it.each(BEFORE)('exchanges %s, whichever steps a crash comes after', async (_what, before, after, kept) => {
  let crashes = 0;
  for (let first = 1; ; first++) {
    const probe = await folderWith(before);
    if (!(await leaveAfter(first, exchange(probe)))) break;
    const isPending = (await interruptedExchange(probe)) !== null;
    // Before the first step is taken, and when all are, there is nothing to go on with.
    if (!isPending) expect(await namesAt(probe)).toStrictEqual(after);
    for (let second = 0; ; second++) {
      const file = await folderWith(before);
      await leaveAfter(first, exchange(file));
      const went = await leaveAfter(second, resumeExchange(file));
      const found = await namesAt(file);
      // Whatever is there: the old database under one of its names, or the new one in its place, and never a mixture.
      expect(Object.values(found).filter((content) => content === 'new')).toHaveLength(1);
      for (const content of ['old', 'log']) {
        const had = Object.values(before).includes(content);
        expect(Object.values(found).includes(content)).toBe(had);
      }
      if (found[''] === 'new') expect(found).not.toHaveProperty('-wal');
      expect(await allSteps(resumeExchange(file))).toBe(
        found[''] === 'new' ? undefined : kept && `${file}${kept}`,
      );
      expect(await namesAt(file)).toStrictEqual(after);
      crashes++;
      if (!went) break;
    }
  }
  expect(crashes).toBeGreaterThan(10);
});

it('keeps a database that came to the old place before the exchange was finished', async () => {
  const file = await folderWith({ '': 'old', '-wal': 'log', '.rebuild': 'new' });
  await leaveAfter(3, exchange(file));
  expect(await namesAt(file)).toMatchObject({ '.before-rebuild-1': 'old', '.rebuilt-1': 'new' });
  await fs.writeFile(file, 'empty');
  expect(await allSteps(resumeExchange(file))).toBe(`${file}.before-rebuild-2`);
  expect(await namesAt(file)).toStrictEqual({
    '': 'new',
    '.before-rebuild-1': 'old',
    '.before-rebuild-1-wal': 'log',
    '.before-rebuild-2': 'empty',
  });
  expect(await lastKept(file)).toBe(`${file}.before-rebuild-2`);
});

it('does nothing where nothing was interrupted', async () => {
  const names = { '': 'old', '-wal': 'log', '-shm': 'memory', '.rebuild': 'half', '.rebuilt-x': '?' };
  const file = await folderWith(names);
  expect(await allSteps(resumeExchange(file))).toBeUndefined();
  expect(await namesAt(file)).toStrictEqual(names);
  expect(await lastKept(file)).toBeNull();
});
