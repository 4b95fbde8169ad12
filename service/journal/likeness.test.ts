import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Fis, JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { openTestJournal } from './testing/stores.ts';

it('finds a receipt by what stands in it or in its late data, on the days that are named', async () => {
  const journal = await openTestJournal(path.join(await temporaryFolder(), 'journal.db'));
  onTestFinished(() => journal.close());
  const receipt = (SQ: number, day: string, Fis: Fis): JournalRecord => ({
    ...{ _: 'Tra', SQ, RN: 'def', D: `${day}T12:00:00`, ESR: { D: `${day}T12:00:00`, TN: String(SQ) }, Fis },
  });
  const records: JournalRecord[] = [
    receipt(1, '2026-05-04', { FN: '7' }),
    receipt(2, '2026-05-04', { FN: '8' }),
    { _: 'Fis', SQ: 3, RN: 'def', D: '2026-05-09T12:00:00', Of: 1, Fis: { FN: '7', Code: 'U1' } },
    // Names it, and is not it.
    receipt(4, '2026-05-04', { FN: '9', Of: 'U1' }),
    receipt(5, '2026-06-01', { FN: '7' }),
  ];
  for (const record of records) await journal.append({ record, sums: null, changes: {} }, 0);
  const may = { from: '2026-05-01', till: '2026-05-31' };
  const found = async (name: 'FN' | 'Code', value: string, ...spans: ('newest' | typeof may)[]) => {
    const isIt = ({ Fis }: JournalRecord) => Fis?.[name] === value;
    return (await journal.receiptLike('def', { spans, text: new RegExp(`"${value}"`), isIt }))?.SQ ?? null;
  };
  expect(await found('Code', 'U1', may)).toBe(1);
  expect(await found('Code', 'U1', 'newest')).toBe(1);
  expect(await found('Code', 'U1', { from: '2026-06-01', till: '2026-06-30' })).toBeNull();
  expect(await found('Code', 'U1', { from: '2026-07-01', till: '2026-07-30' }, 'newest')).toBe(1);
  expect(await found('FN', '9', may)).toBe(4);
  expect(await found('FN', '7', 'newest')).toBe(5);
  expect(await found('FN', '10', may, 'newest')).toBeNull();
  expect(await journal.receiptLike('none', { spans: ['newest'], text: /./, isIt: () => true })).toBeNull();
});
