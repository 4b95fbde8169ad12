import path from 'node:path';
import { expect, it } from 'vitest';
import { tra } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import { dataRoot, tamper, type Tampering, type Till } from './testing/data-root.ts';
import { keysOf } from './public-keys.ts';

/** Configuration, two receipts, late fiscal data of the first one, and a third one. */
async function day({ room, sell }: Till): Promise<void> {
  await sell('1.00');
  await sell('2.00');
  const receipt = (await room.journal.bySq('def', 2))!;
  const Fis = { ...receipt.Fis, Number: 'late' };
  const record = { _: 'Fis', SQ: 4, RN: 'def', D: receipt.D, Of: 2, Fis };
  await room.journal.append({ record, sums: null, changes: {} }, 0);
  // The register goes on behind it, as after a restart.
  const again = await room.register('def');
  expect(again.nextSq).toBe(5);
  const { Result } = await again.submit({ tra: tra(), warnings: [], restart: false });
  expect(Result.RC).toBe('OK');
}

async function found(root: string): Promise<string[]> {
  const { registers, database } = await auditJournal(path.join(root, 'journal.db'), {
    publicKeys: await keysOf(path.join(root, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
  return [...registers[0]!.findings.map(({ sq, check, text }) => `${sq} ${check}: ${text}`), ...database];
}

it('finds nothing where late fiscal data are of a receipt before them; signatures and chains go on', async () => {
  const root = await dataRoot(day);
  expect(await found(root)).toEqual([]);
});

const of = (Of: unknown) => (by: Tampering) => by.change(4, (record) => Object.assign(record, { Of }));

it.each<[string, (by: Tampering) => Promise<void>, string]>([
  ['no receipt', of(1), '4 Late: late fiscal data of record 1, which is no receipt'],
  ['themselves', of(4), '4 Late: late fiscal data that name no record before them (Of), or have none (Fis)'],
  [
    'a later receipt',
    of(5),
    '4 Late: late fiscal data that name no record before them (Of), or have none (Fis)',
  ],
  ['a text', of('2'), '4 Late: late fiscal data that name no record before them (Of), or have none (Fis)'],
  [
    'nothing',
    (by) => by.change(4, (record) => delete record.Fis),
    '4 Late: late fiscal data that name no record before them (Of), or have none (Fis)',
  ],
])('names late fiscal data of %s', async (_what, change, text) => {
  const root = await dataRoot(day);
  await tamper(root, async (by) => {
    await change(by);
    await by.reindex();
  });
  expect(await found(root)).toContain(text);
});

it('names an index that leads to other late fiscal data, or to none', async () => {
  const root = await dataRoot(day);
  await tamper(root, (by) => by.run('UPDATE numbers SET number = char(31) || 3 WHERE sq = 4'));
  expect(await found(root)).toEqual([
    '4 Index: the index does not have its number of record 2',
    '4 Index: the index has the number of record 3 for it',
  ]);
});

it('does not take a receipt that cannot be read for none', async () => {
  const root = await dataRoot(day);
  await tamper(root, (by) => by.write(2, 'x'));
  expect((await found(root)).filter((text) => text.includes('Late'))).toEqual([]);
});
