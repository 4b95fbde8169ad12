import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Journal } from '../../service/journal/journal.ts';
import type { JournalRecord } from '../../service/receipt/tra.ts';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { everything } from '../../service/testing/registers.ts';
import { TILLS } from './company.ts';
import { documentsOf } from './expected.ts';
import { generateYear } from './generate.ts';

/** The receipts of a year in the order of registration, by register, without what a new key changes. */
async function receipts(seed: number): Promise<JournalRecord[][]> {
  const dataRoot = path.join(await temporaryFolder(), 'data');
  await generateYear({ dataRoot, documents: 120, year: 2024, seed, articles: 50, customers: 10 });
  const journal = await Journal.open(path.join(dataRoot, 'journal.db'));
  const found = await Promise.all(TILLS.map(({ rn }) => journal.find(everything(rn))));
  await journal.close();
  return found.map(({ records }) => records.map(({ Fis: _, ...record }) => record));
}

it('the same seed gives the same year', async () => {
  const [first, again, other] = [await receipts(1), await receipts(1), await receipts(2)];
  expect(again).toStrictEqual(first);
  expect(other).not.toStrictEqual(first);
});

it('a year has as many documents as wanted, by till, in the order of its days', async () => {
  const byTill = await receipts(3);
  expect(byTill.map((records) => documentsOf(records).length)).toStrictEqual([54, 36, 30]);
  for (const records of byTill) {
    const times = records.map(({ D }) => D);
    expect(times).toStrictEqual(times.toSorted());
    expect(times.every((time) => time.startsWith('2024-'))).toBe(true);
  }
});

it('is not made where something else lies', async () => {
  const dataRoot = await temporaryFolder();
  await generateYear({ dataRoot, documents: 3, year: 2024, seed: 1, articles: 5, customers: 5 });
  const before = await fs.readFile(path.join(dataRoot, 'journal.db'));
  const again = generateYear({ dataRoot, documents: 3, year: 2024, seed: 1, articles: 5, customers: 5 });
  await expect(again).rejects.toThrow('holds data');
  expect(await fs.readFile(path.join(dataRoot, 'journal.db'))).toEqual(before);
});
