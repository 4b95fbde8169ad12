/** Clocks that jump, and dates ahead: what stops a Portuguese till, for how long, and the way out. */
import { describe, expect, it } from 'vitest';
import type { Esr } from '../../receipt/tra.ts';
import { known, openLiveTill, useTimeZone } from './testing/live-till.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const codes = (till: Till) => till.problems.map(({ code }) => code);
const CENT = { PosA: [pos('0.01')], PayA: [pay('0.01')] } satisfies Esr;

describe('one receipt of 0.01 dated six days ahead blocks no series, by whatever field it carries the date', () => {
  const ahead = '2026-05-10T12:00:00';

  it.each<[string, (till: Till, FN: string) => Promise<unknown>]>([
    ['D', (till) => till.submit({ ...CENT, D: ahead })],
    ['D, sent to /restart', (till) => till.submit({ ...CENT, D: ahead, TN: '77' }, true)],
    ['D of a credit note', (till, RFN) => till.attempt('-0.01', { D: ahead, RFN })],
    ['D of training', (till) => till.submit({ ...CENT, D: ahead, Test: '1' })],
    ['D of a document that exists already', (till) => till.submit({ ...CENT, D: ahead, FN: 'abc/7' })],
    ['D of a void', (till, FN) => till.attempt('-1.00', { D: ahead, Void: '1', RFN: FN })],
    [
      'D of a void by the data of the sender',
      (till, FN) =>
        till.register.void({ original: { FN }, sender: { D: ahead }, reason: undefined, warnings: [] }),
    ],
    ['RD of a reference', (till, RFN) => till.attempt('-0.01', { RD: ahead, RFN })],
    [
      'D0, StartD and other dates',
      (till) => till.submit({ ...CENT, D0: ahead, StartD: ahead, SvcStartD: '2026-05-10' }),
    ],
    [
      'D of the start of a transaction',
      (till) => till.register.submitStep('TraS', { ESR: { D: ahead } }, []),
    ],
  ])('%s', async (_field, send) => {
    const till = await Till.open();
    const first = await till.sell('1.00');
    await send(till, first.ESR!.FN!);
    for (const more of [{}, { Test: '1' }, { DT: 'FT' }]) {
      expect((await till.sell('1.00', more)).ESR!.D).toBe('2026-05-04T12:00:00');
    }
    const note = await till.sell('-0.02', { RFN: (await till.sell()).ESR!.FN! });
    expect(note.ESR!.D).toBe('2026-05-04T12:00:00');
    expect(codes(till)).not.toContain('SERIES_AHEAD');
    expect(await till.complaints()).toEqual([]);
  });

  it('what a till may be ahead at midnight does not stop the sales of today either', async () => {
    const till = await Till.open({ now: '2026-05-04T23:50:00' });
    await till.sell('1.00', { D: '2026-05-05T00:05:00' });
    till.clock.set('2026-05-04T23:52:00');
    const sale = await till.sell('1.00');
    expect(sale.ESR!.D).toBe('2026-05-05T00:00:00');
    expect(sale.Fis!.PT_SystemEntryDate).toBe('2026-05-04T23:52:00');
    expect(await till.complaints()).toEqual([]);
  });
});

describe('a small step back of the clock stops no sale', () => {
  it.each([
    ['seconds', '2026-05-04T12:00:03', '2026-05-04T12:00:00'],
    ['seconds over midnight', '2026-05-05T00:00:03', '2026-05-04T23:59:58'],
    ['ten minutes over the end of the year', '2027-01-01T00:05:00', '2026-12-31T23:55:00'],
  ])('%s: the later time counts', async (_what, before, after) => {
    const till = await Till.open({ now: before });
    await till.sell();
    till.clock.set(after);
    await till.restart();
    const { ESR, Fis } = await till.sell();
    expect(ESR!.D).toBe(before);
    expect(ESR!.FN).toMatch(/\/2$/);
    expect(Fis!.PT_SystemEntryDate).toBe(before);
    expect(codes(till)).not.toContain('CLOCK_STOPS_SALES');
    expect(await till.complaints()).toEqual([]);
  });
});

describe('a clock that is far behind the last document', () => {
  async function putBack(now = '2026-05-04T12:00:00') {
    const till = await Till.open({ now: '2026-05-10T18:30:00' });
    await till.sell('1.00');
    await till.sell('1.00', { DT: 'FT' });
    till.clock.set(now);
    return till;
  }

  it.each(['2026-05-04T12:00:00', '2026-05-10T18:14:59', '2025-12-31T23:59:59', '1970-01-01T00:00:00'])(
    'is NO, not BAD, says what to do, and is over by itself (%s)',
    async (now) => {
      const till = await putBack(now);
      await till.restart();
      const { Result, ESR } = await till.attempt('1.00');
      expect(ESR).toBeUndefined();
      expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#CLOCK_BEHIND' });
      expect(Result.UserMessage).toContain('2026-05-10 18:30:00');
      expect(Result.Warning!.join()).toMatch(
        new RegExp(
          `clock shows ${now}, and the last document is of 2026-05-10T18:30:00: check date and time.* from 2026-05-10T18:30:00 on`,
        ),
      );
      expect(till.problems).toContainEqual({
        code: 'CLOCK_STOPS_SALES',
        severity: 'stop',
        params: { last: '2026-05-10 18:30:00' },
      });
      // Nothing is closed or opened by a clock that is wrong.
      const before = await till.records();
      await till.background();
      expect(await till.records()).toEqual(before);
      till.clock.set('2026-05-10T18:30:00');
      expect((await till.sell('1.00')).ESR!.FN).toBe('FS 1_1.26/2');
      expect(await till.complaints()).toEqual([]);
    },
  );

  it('refuses every receipt that the law looks at, and no other', async () => {
    const till = await putBack();
    const refused = { RC: 'NO', ErrorCode: '#CLOCK_BEHIND' };
    expect((await till.attempt('1.00', { D: '2026-05-04T11:59:00' })).Result).toMatchObject(refused);
    expect((await till.attempt('1.00', { Test: '1' })).Result).toMatchObject(refused);
    expect((await till.attemptVoid('FS 1_1.26/1')).Result).toMatchObject(refused);
    expect((await till.attempt('1.00', { FN: 'abc/1', D: '2026-05-01T12:00:00' })).Result).toMatchObject(
      refused,
    );
    expect((await till.submit({ NFS: 'Deposit', PayA: [pay('1.00')] })).Result.RC).toBe('OK');
    // A lost answer is found all the same.
    const [, sale] = await till.records();
    expect((await till.submit({ ...sale!.ESR!, FN: undefined } as never, true)).Result.ErrorCode).not.toBe(
      '#CLOCK_BEHIND',
    );
  });

  it('is right when a manager says so: new series begin, and the authority hears the end of the old ones', async () => {
    useTimeZone('Europe/Lisbon');
    const { till, simulator } = await openLiveTill({ now: '2026-05-10T18:30:00' });
    await till.sell('1.00');
    await till.sell('1.00', { DT: 'FT' });
    till.clock.set('2026-05-04T12:00:00');
    expect(till.overview.clockStop).toEqual({
      last: '2026-05-10T18:30:00',
      series: ['FS 1_1.26', 'FT 1_1.26'],
    });
    expect(await till.act('clock')).toEqual({ result: null });
    expect(till.overview.clockStop).toBeNull();
    expect(codes(till)).not.toContain('CLOCK_STOPS_SALES');
    const sale = await till.sell('1.00');
    expect(sale.ESR).toMatchObject({ FN: 'FS 1_1.26A/1', D: '2026-05-04T12:00:00' });
    expect((await till.sell('1.00', { DT: 'FT' })).ESR!.FN).toBe('FT 1_1.26A/1');
    await till.restart();
    await till.background();
    expect(known(simulator).filter((series) => series.includes(' F '))).toEqual([
      'FS 1_1.26 F 1',
      'FT 1_1.26 F 1',
    ]);
    expect(await till.act('clock')).toHaveProperty('issues');
    expect((await till.records()).find(({ Event }) => Event === 'clock-confirmed')).toMatchObject({
      Last: '2026-05-10T18:30:00',
      Now: '2026-05-04T12:00:00',
      Series: 'FS 1_1.26, FT 1_1.26',
    });
    expect(await till.complaints()).toEqual([]);
  });

  it('lets a series go that was opened, and not used, while the clock was ahead', async () => {
    useTimeZone('Europe/Lisbon');
    const { till, simulator } = await openLiveTill({ now: '2026-05-10T18:30:00' });
    await till.background();
    till.clock.set('2026-05-04T12:00:00');
    const { Result } = await till.attempt('1.00');
    expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_FROM' });
    expect(codes(till)).toContain('SERIES_AHEAD');
    await till.act('clock');
    expect((await till.sell('1.00')).ESR!.FN).toBe('FS 1_1.26A/1');
    await till.background();
    expect(known(simulator)).toEqual(expect.arrayContaining(['FS 1_1.26 N', 'FS 1_1.26A A']));
  });

  it('to 2099 and back: nothing stays stuck in the wrong future', async () => {
    const till = await Till.open();
    await till.sell();
    till.clock.set('2099-12-31T23:59:00');
    await till.background();
    await till.sell();
    till.clock.set('2026-05-04T12:10:00');
    await till.restart();
    expect((await till.attempt('1.00')).Result.ErrorCode).toBe('#CLOCK_BEHIND');
    await till.act('clock');
    const { ESR, Fis } = await till.sell();
    // The series of this year had no document of the wrong time.
    expect(ESR).toMatchObject({ FN: 'FS 1_1.26/2', D: '2026-05-04T12:10:00' });
    expect(Fis!.PT_SystemEntryDate).toBe('2026-05-04T12:10:00');
    expect(await till.complaints()).toEqual([]);
  });

  it('of one till stops no other till', async () => {
    const till = await putBack();
    const other = await Till.open({ cfg: { ...till.register.cfg!, Trm: { TT: '2' } } });
    expect((await till.attempt('1.00')).Result.ErrorCode).toBe('#CLOCK_BEHIND');
    expect((await other.sell('1.00')).ESR!.D).toBe('2026-05-04T12:00:00');
  });
});

describe('a series that an older version let be dated days ahead', () => {
  async function blocked() {
    // A manager can still allow it.
    const till = await Till.open({ attributes: 'Normalize_D_ahead=14400' });
    await till.sell('0.01', { D: '2026-05-10T12:00:00' });
    till.attributes = '';
    return till;
  }

  it('is NO until that day though the POS sends no date, and stops no other series', async () => {
    const till = await blocked();
    const { Result } = await till.attempt('1.00');
    expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#CLOCK_BEHIND' });
    expect(Result.UserMessage).toContain('2026-05-10');
    expect(Result.Warning!.join()).toMatch(/2026-05-04 is before 2026-05-10.*FS 1_1\.26.*control page/);
    expect(till.problems).toContainEqual({
      code: 'SERIES_AHEAD',
      severity: 'stop',
      params: { series: 'FS 1_1.26', date: '2026-05-10' },
    });
    expect((await till.sell('1.00', { DT: 'FT' })).ESR!.FN).toBe('FT 1_1.26/1');
    till.clock.set('2026-05-10T00:00:00');
    expect((await till.sell('1.00')).ESR!.FN).toBe('FS 1_1.26/2');
  });

  it('gets a way out: a manager lets a new one begin', async () => {
    const till = await blocked();
    expect(till.overview.clockStop).toEqual({ last: null, series: ['FS 1_1.26'] });
    expect(await till.act('clock')).toEqual({ result: null });
    expect((await till.sell('1.00')).ESR!.FN).toBe('FS 1_1.26A/1');
    expect(await till.complaints()).toEqual([]);
  });
});
