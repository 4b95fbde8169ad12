import { expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { openRoom } from '../testing/registers.ts';
import { GENERIC, tra } from '../testing/sales.ts';
import { openSource } from './sources.ts';

it('gives receipts and their voids with late fiscal data, as they stood when it was opened', async () => {
  const { registers, journal } = await openRoom();
  await registers.configure('def', GENERIC);
  const register = (await registers.find('def'))!;
  await register.submit({ tra: tra(), warnings: [], restart: false });
  await register.void({ original: null, sender: {}, reason: 'test', warnings: [] });
  const late = async (SQ: number, Of: number, Number: string) => {
    const record = { _: 'Fis', SQ, RN: 'def', D: '2026-05-04T12:00:00', Of, Fis: { Number } };
    await journal.append({ record, sums: null, changes: {} }, 0);
  };
  await late(4, 2, 'sale');
  await late(5, 3, 'void');
  const source = await openSource(journal, register, { from: '2026-05-01', till: '2026-05-31' });
  await late(6, 2, 'later');
  await late(7, 3, 'later');
  const records: JournalRecord[] = [];
  for await (const page of source.pages()) records.push(...page);
  expect([source.count, records.map(({ SQ, Fis }) => [SQ, Fis])]).toEqual([
    2,
    [
      [2, { Number: 'sale' }],
      [3, { Number: 'void' }],
    ],
  ]);
  expect((await source.voidOf(records[0]!))?.Fis).toEqual({ Number: 'void' });
});
