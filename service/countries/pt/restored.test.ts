/** A register that goes on from a backup: numbers that were given since then must not come again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { restored } from './restored.ts';
import { known, openLiveTill } from './testing/live-till.ts';
import { pos } from './testing/receipts.ts';
import { LIVE_KEY, Till } from './testing/till.ts';
import { runs } from '../../testing/runs.ts';

const D = '2026-05-02T10:00:00';

/** What the journal does at the end of a restore. */
async function restore(till: Till): Promise<Record<string, string>> {
  const { state, context } = till.register;
  const { details, changes } = restored(state, context!);
  const { Result } = await till.register.writes.change({
    event: 'restored',
    details,
    changes: () => changes,
  });
  expect(Result.RC).toBe('OK');
  return details;
}

const numbersOf = (records: readonly JournalRecord[]) => records.map((r) => r.ESR!.FN);

it('begins the next letter in every series, training and invoice books included', async () => {
  const till = await Till.open();
  await till.sell();
  await till.sell('1.00', { Test: '1' });
  await till.sell('1.00', { FN: 'abc/1', D });
  const details = await restore(till);
  expect(details).toStrictEqual({ Letter: 'A', Series: '1_1.26A' });
  const sales = [
    await till.sell(),
    await till.sell('1.00', { DT: 'FT' }),
    await till.sell('1.00', { Test: '1' }),
    await till.sell('1.00', { FN: 'abc/2', D }),
  ];
  expect(numbersOf(sales)).toStrictEqual(['FS 1_1.26A/1', 'FT 1_1.26A/1', 'FS 1_1.26AMF/1', 'FS 1_1.26AM/1']);
  expect(await till.complaints()).toStrictEqual([]);
});

it('goes on from the letter that the till had come to, by itself or by the profile', async () => {
  const till = await Till.open({ attributes: 'FN_series=C' });
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26C/1']);
  till.attributes = '';
  await restore(till);
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26D/1']);
  // The profile may have been changed after the backup.
  till.attributes = 'FN_series=F';
  await restore(till);
  const sales = [await till.sell(), await till.sell('1.00', { TL: '2', TT: '1' })];
  expect(numbersOf(sales)).toStrictEqual(['FS 1_1.26G/1', 'FS 2_1.26G/1']);
  expect(await till.complaints()).toStrictEqual([]);
});

it('takes lost documents into the new letter, each once', async () => {
  const till = await Till.open();
  await till.sell();
  await restore(till);
  const lost = await till.sell('5.00', { FN: 'FS 1_1.26/2', D });
  expect(lost.ESR!.FN).toBe('FS 1_1.26AMD/1');
  expect((await till.attempt('5.00', { FN: 'FS 1_1.26/2', D })).Result.ErrorCode).toBe('#PT_RECOVERED');
  expect((await till.attempt('1.00', { FN: 'FS 1_1.26/1', D })).Result.ErrorCode).toBe('#PT_NOT_LOST');
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26A/1']);
});

it('reminds of lost documents for a month', async () => {
  const till = await Till.open();
  const reminders = () => till.problems.filter(({ code }) => code === 'PT_RESTORED');
  expect(reminders()).toStrictEqual([]);
  await restore(till);
  expect(reminders()).toStrictEqual([
    { code: 'PT_RESTORED', severity: 'warning', params: { date: '2026-05-04' } },
  ]);
  till.clock.set('2026-06-04T11:00:00');
  expect(reminders()).toHaveLength(1);
  till.clock.set('2026-06-04T13:00:00');
  expect(reminders()).toStrictEqual([]);
});

it('tells the authority of the series that end, and never that one was without documents', async () => {
  const { till, simulator } = await openLiveTill();
  await till.background();
  await till.sell();
  await till.sell();
  await restore(till);
  await till.background();
  expect(known(simulator)).toStrictEqual([
    'FS 1_1.26 F 2',
    // After the backup there may have been documents in these.
    'FT 1_1.26 A',
    'NC 1_1.26 A',
    'FS 1_1.26A A',
    'FT 1_1.26A A',
    'NC 1_1.26A A',
  ]);
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26A/1']);
  expect(await till.complaints()).toStrictEqual([]);
});

it('begins anew in the year of the restore, also where the backup is of the year before', async () => {
  const till = await Till.open({ now: '2026-12-31T12:00:00' });
  await till.sell('1.00', { TL: '2', TT: '7' });
  till.clock.set('2027-01-03T12:00:00');
  expect(await restore(till)).toStrictEqual({ Letter: 'A', Series: '2_7.26A' });
  const sales = [
    await till.sell(),
    await till.sell('1.00', { TL: '2', TT: '7' }),
    // A late receipt of New Year's Eve.
    await till.sell('1.00', { TL: '2', TT: '7', D: '2026-12-31T23:00:00' }),
  ];
  expect(numbersOf(sales)).toStrictEqual(['FS 1_1.27A/1', 'FS 2_7.27A/1', 'FS 2_7.26A/1']);
  till.clock.set('2028-01-03T12:00:00');
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.28/1']);
});

it('does not take a series over that was being opened when the backup was made', async () => {
  const { till, simulator } = await openLiveTill();
  // The journal ends between the intention and the opening; the series was opened and used after that.
  const opening = till.register.writes.change({
    event: 'series-opening',
    details: {},
    changes: () => ({ 'PT/opening FS 1_1.26A': '2026-05-04T12:00:00' }),
  });
  expect((await opening).Result.RC).toBe('OK');
  await restore(till);
  const other = await Till.open({ key: LIVE_KEY, certificate: '9999', attributes: 'FN_series=A' });
  other.attributes = `FN_series=A ${till.attributes}`;
  for (const name of ['PT/login 599999993', 'PT/client', 'PT/authority'])
    await other.vault.set(name, till.vault.get(name)!);
  expect(numbersOf([await other.sell()])).toStrictEqual(['FS 1_1.26A/1']);
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26B/1']);
  expect(known(simulator)).toStrictEqual(['FS 1_1.26A A', 'FS 1_1.26B A']);
});

it('never gives a number again that was given after the backup', async () => {
  const receipt = fc.constantFrom<Record<string, Json>>(
    {},
    { DT: 'FT' },
    { Test: '1' },
    { DT: 'CM', PayA: [] },
    { TL: '2', TT: '1' },
    { D: '2026-05-04T11:00:00' },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(receipt, { maxLength: 6 }),
      fc.array(receipt, { maxLength: 6 }),
      async (a, b) => {
        const sell = async (till: Till, list: readonly Record<string, Json>[]) => {
          const numbers: string[] = [];
          for (const more of list) {
            const record = await till.issue({
              PosA: [pos('1.00')],
              PayA: [{ _: 'Pay', Dsc: 'x', Amt: '1.00' }],
              ...more,
            });
            numbers.push(record.ESR!.FN!);
          }
          return numbers;
        };
        const till = await Till.open();
        await sell(till, a);
        const backup = await till.room.journal.state('def');
        const lost = await sell(till, b);
        // The state of the backup, in the register that goes on.
        const { context } = till.register;
        const state = { get: (key: string) => backup.get(key), keys: () => backup.keys() };
        const { changes } = restored(state, context!);
        const again = await Till.open();
        await again.register.writes.change({
          event: 'restored',
          details: {},
          changes: () => ({ ...Object.fromEntries(backup), ...changes }),
        });
        const after = await sell(again, [...b, ...a]);
        expect(after.filter((number) => lost.includes(number))).toStrictEqual([]);
      },
    ),
    { numRuns: runs(15) },
  );
});
