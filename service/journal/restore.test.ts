import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { everything } from '../testing/registers.ts';
import type { Journal } from './journal.ts';
import type { Entry } from './row.ts';
import { entry } from './segments/testing/copied-journal.ts';
import { openTestJournal } from './testing/stores.ts';

async function openJournal(file?: string): Promise<Journal> {
  const journal = await openTestJournal(file ?? path.join(await temporaryFolder(), 'journal.db'));
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

const entries = (count: number, rn = 'def') =>
  Array.from({ length: count }, (_, i) => entry(i + 1, { n: i + 1 }, rn));

async function* inPages(list: readonly Entry[], size = 300): AsyncGenerator<Entry[]> {
  for (let i = 0; i < list.length; i += size) yield await Promise.resolve(list.slice(i, i + size));
}

it('takes over a whole register, which then goes on', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  await journal.append(entry(1, {}, 'other'), 0);
  const restored: string[] = [];
  journal.on('restored', (rn) => restored.push(rn));
  await journal.restore('def', inPages(entries(1234)));
  expect(restored).toEqual(['def']);
  await journal.append(entry(1235, { n: 1235 }), 0);
  await journal.close();

  const again = await openJournal(file);
  const { records } = await again.find(everything('def'));
  expect(records).toEqual(entries(1235).map(({ record }) => record));
  expect((await again.state('def')).get('n')).toBe(1235);
  expect((await again.byNumber('def', '1', '1', '700'))?.SQ).toBe(700);
  expect((await again.turnover('def', '2026-05-04', '2026-05-04')).total).toBe(123_500);
  expect(again.registerNames()).toEqual(['def', 'other']);
});

it('lets other registers sell meanwhile', async () => {
  const journal = await openJournal();
  await journal.restore(
    'def',
    (async function* () {
      yield entries(500);
      await journal.append(entry(1, {}, 'other'), 0);
    })(),
  );
  expect((await journal.find(everything('other'))).records).toHaveLength(1);
});

it('leaves nothing behind when it fails', async () => {
  const journal = await openJournal();
  const broken = async function* () {
    yield* inPages(entries(400));
    throw new Error('the medium was pulled out');
  };
  await expect(journal.restore('def', broken())).rejects.toThrow('the medium was pulled out');
  expect(journal.registerNames()).toEqual([]);
  expect((await journal.find(everything('def'))).records).toEqual([]);
  // The register is as good as new.
  await journal.append(entry(1), 0);
  expect(await journal.lastSq('def')).toBe(1);
});

it('leaves nothing behind when the machine loses its power', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  const { promise: half, resolve: reached } = Promise.withResolvers<void>();
  const { promise: never } = Promise.withResolvers<void>();
  void journal.restore(
    'def',
    (async function* () {
      yield entries(400);
      reached();
      await never;
    })(),
  );
  await half;
  await journal.close();
  const again = await openJournal(file);
  expect(again.registerNames()).toEqual([]);
  expect(await again.state('def')).toEqual(new Map());
  await again.restore('def', inPages(entries(3)));
  expect(await again.lastSq('def')).toBe(3);
});

it('refuses a register in use, gaps, other registers and nothing at all', async () => {
  const journal = await openJournal();
  await journal.append(entry(1), 0);
  await expect(journal.restore('def', inPages(entries(2)))).rejects.toThrow('has records');
  const restored = (list: Entry[]) => journal.restore('new', inPages(list));
  await expect(restored([])).rejects.toThrow('no records');
  await expect(restored([entry(2, {}, 'new')])).rejects.toThrow('SQ 1 of register new was expected');
  await expect(restored([entry(1, {}, 'new'), entry(3, {}, 'new')])).rejects.toThrow('not SQ 3');
  await expect(restored(entries(2))).rejects.toThrow('not SQ 1 of def');
  expect(journal.registerNames()).toEqual(['def']);
});
