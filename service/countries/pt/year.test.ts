/** The turn of the year and of the clocks, where Portuguese shops are. */
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { asked, known, openLiveTill, useTimeZone } from './testing/live-till.ts';
import { Till } from './testing/till.ts';

const numbersOf = (records: readonly JournalRecord[]) => records.map((r) => r.ESR!.FN);
const problemCodes = (till: Till) => till.problems.map((p) => p.code);

/** Sells at a time; the time may have an offset. */
async function sellAt(till: Till, time: string, D?: string): Promise<JournalRecord> {
  till.clock.set(time);
  return till.sell('1.00', D === undefined ? {} : { D });
}

describe.each(['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores'] as const)('in %s', (zone) => {
  it('series of the next year are open before its first second', async () => {
    useTimeZone(zone);
    const { till, simulator } = await openLiveTill({ now: '2026-11-30T22:59:59' });
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    await till.sell('1.00', { DT: 'GT', PayA: [] });
    till.clock.set('2026-12-01T00:00:00');
    await till.background();
    // Also of what the till has used this year.
    expect(known(simulator).slice(4)).toStrictEqual([
      'FS 1_1.27 A',
      'FT 1_1.27 A',
      'NC 1_1.27 A',
      'GT 1_1.27 A',
    ]);
    expect(simulator.series.slice(4).map((s) => s.dataInicioPrevUtiliz)).toStrictEqual(
      Array(4).fill('2027-01-01'),
    );
    expect(till.series['FS 1_1.27']).toMatchObject({ number: 0, from: '2027-01-01', closed: '' });
    // Nobody is there on New Year's Eve.
    simulator.down();
    const sales: JournalRecord[] = [];
    for (const time of [
      '2026-12-31T23:59:58',
      '2026-12-31T23:59:59',
      '2027-01-01T00:00:00',
      '2027-01-01T00:00:01',
    ])
      sales.push(await sellAt(till, time));
    expect(numbersOf(sales)).toStrictEqual(['FS 1_1.26/1', 'FS 1_1.26/2', 'FS 1_1.27/1', 'FS 1_1.27/2']);
    expect(sales.map((s) => s.Fis!.PT_SystemEntryDate)).toStrictEqual(sales.map((s) => s.ESR!.D));
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('a series that is opened in the last hour of a day has a day that the authority takes', async () => {
    useTimeZone(zone);
    const { till, simulator } = await openLiveTill({ now: '2026-12-31T23:30:00' });
    const { Result, ESR } = await till.attempt('1.00');
    // On the Azores it begins on the day that Lisbon has already.
    if (zone === 'Atlantic/Azores') expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_FROM' });
    else expect(ESR!.FN).toBe('FS 1_1.26/1');
    till.clock.set('2027-01-01T00:00:00');
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.27/1']);
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001', 'registarSerie 2001']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('entry times do not go back in the night in which the hour does', async () => {
    useTimeZone(zone);
    const till = await Till.open({ now: '2026-10-24T22:00:00' });
    const sales: JournalRecord[] = [];
    // Everywhere in Portugal the clocks change at 01:00 UTC.
    for (const minute of ['00:30', '00:59', '01:00', '01:01', '01:59', '02:00', '02:30'])
      sales.push(await sellAt(till, `2026-10-25T${minute}:00Z`));
    const entries = sales.map((s) => String(s.Fis!.PT_SystemEntryDate));
    expect(entries).toStrictEqual([...entries].sort());
    expect(entries.at(-1)! > entries[0]!).toBe(true);
    const kept = sales.filter((s) => s.Result!.Warning?.join().includes('that time is kept'));
    expect(kept).toHaveLength(2);
    expect(numbersOf(sales)).toStrictEqual(sales.map((_, i) => `FS 1_1.26/${i + 1}`));
    await till.restart();
    await sellAt(till, '2026-10-25T02:31:00Z');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('the night in which an hour is left out is like any other', async () => {
    useTimeZone(zone);
    const till = await Till.open({ now: '2027-03-27T22:00:00' });
    const sales: JournalRecord[] = [];
    for (const minute of ['00:59', '01:00', '01:01'])
      sales.push(await sellAt(till, `2027-03-28T${minute}:00Z`));
    expect(sales.flatMap((s) => s.Result!.Warning ?? [])).toStrictEqual([]);
    expect(await till.complaints()).toStrictEqual([]);
  });
});

it('on the Azores the year goes on for an hour after it has ended in Lisbon', async () => {
  useTimeZone('Atlantic/Azores');
  const { till, simulator } = await openLiveTill({ now: '2026-12-31T22:30:00' });
  await till.sell();
  till.clock.set('2026-12-31T23:30:00');
  await till.sell();
  expect(simulator.series[0]).toMatchObject({ serie: '1_1.26', dataInicioPrevUtiliz: '2026-12-31' });
  expect(till.series['FS 1_1.26']).toMatchObject({ number: 2, date: '2026-12-31' });
});

describe('no series is dated later than its documents', () => {
  it('one that is opened when it is the next day in Lisbon takes its first document on that day', async () => {
    useTimeZone('Atlantic/Azores');
    const { till, simulator } = await openLiveTill({ now: '2026-05-04T23:30:00' });
    expect((await till.attempt('1.00')).Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_FROM' });
    // No clock is wrong, and another series would begin on the same day.
    expect(till.overview.clockStop).toBeNull();
    await till.restart();
    till.clock.set('2026-05-05T00:00:00');
    expect(await till.sell()).toMatchObject({ ESR: { FN: 'FS 1_1.26/1' } });
    expect(simulator.series[0]!.dataInicioPrevUtiliz).toBe('2026-05-05');
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001']);
  });

  it('for a document of an earlier day none is opened, nor one used that begins later', async () => {
    useTimeZone('Europe/Lisbon');
    const { till, simulator } = await openLiveTill({ now: '2026-05-04T12:00:00' });
    const late = { D: '2026-05-03T20:00:00' };
    const refused = { RC: 'BAD', ErrorCode: '#PT_D_ORDER' };
    expect((await till.attempt('1.00', late)).Result).toMatchObject(refused);
    expect(simulator.requests).toStrictEqual([]);
    await till.background();
    expect((await till.attempt('1.00', late)).Result).toMatchObject(refused);
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
  });
});

describe('documents of last year', () => {
  async function tillOfNewYear() {
    useTimeZone('Europe/Lisbon');
    const live = await openLiveTill({ now: '2026-12-31T20:00:00' });
    await live.till.background();
    await live.till.sell();
    await live.till.sell();
    return live;
  }

  it('are put into its series while they may come, the new year goes on beside them', async () => {
    const { till } = await tillOfNewYear();
    const late = [
      await sellAt(till, '2027-01-01T00:10:00'),
      await sellAt(till, '2027-01-01T00:11:00', '2026-12-31T23:58:00'),
      await sellAt(till, '2027-01-01T00:12:00'),
      await sellAt(till, '2027-01-07T23:00:00', '2026-12-31T23:59:59'),
    ];
    expect(numbersOf(late)).toStrictEqual(['FS 1_1.27/1', 'FS 1_1.26/3', 'FS 1_1.27/2', 'FS 1_1.26/4']);
    till.clock.set('2027-01-08T00:00:00');
    expect((await till.attempt('1.00', { D: '2026-12-31T23:59:59' })).Result.ErrorCode).toBe('#D_WINDOW');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('come too late when its series are closed, with the right last number', async () => {
    const { till, simulator } = await tillOfNewYear();
    await sellAt(till, '2027-01-07T23:00:00', '2026-12-31T23:59:59');
    for (const day of ['01', '02', '05', '08']) {
      till.clock.set(`2027-01-${day}T12:00:00`);
      await till.background();
    }
    expect(known(simulator).filter((s) => s.includes('.26'))).toStrictEqual([
      'FS 1_1.26 A',
      'FT 1_1.26 A',
      'NC 1_1.26 A',
    ]);
    till.clock.set('2027-01-09T00:00:00');
    await till.background();
    // Nothing was issued in the others, and the time to annul them is over: they are left.
    expect(known(simulator).filter((s) => s.includes('.26'))).toStrictEqual([
      'FS 1_1.26 F 3',
      'FT 1_1.26 A',
      'NC 1_1.26 A',
    ]);
    expect(till.overview.series.filter((s) => s.id.endsWith('.26')).map((s) => s.state)).toStrictEqual([
      'closed',
      'closed',
      'closed',
    ]);
    const before = asked(simulator).length;
    await till.background();
    await till.restart();
    await till.background();
    expect(asked(simulator)).toHaveLength(before);
    expect(problemCodes(till)).not.toContain('SERIES_CLOSE_FAILED');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('have longer when Normalize_D says so', async () => {
    const { till, simulator } = await tillOfNewYear();
    till.attributes += ' Normalize_D=30';
    till.clock.set('2027-01-09T12:00:00');
    await till.background();
    expect(known(simulator)).toContain('FS 1_1.26 A');
    const late = await sellAt(till, '2027-01-20T12:00:00', '2026-12-31T12:00:00');
    expect(numbersOf([late])).toStrictEqual(['FS 1_1.26/3']);
  });

  it('are closed as soon as the authority is there again', async () => {
    const { till, simulator } = await tillOfNewYear();
    till.clock.set('2027-01-09T12:00:00');
    simulator.down();
    await till.background();
    expect(till.series['FS 1_1.26']).toMatchObject({ closed: '2027-01-09T12:00:00', reported: false });
    expect(problemCodes(till)).toContain('SERIES_CLOSE_FAILED');
    expect(till.overview.series.find((s) => s.id === 'FS 1_1.26')).toMatchObject({ state: 'closing' });
    await till.restart();
    // This answer is lost on its way.
    simulator.up();
    simulator.drop();
    till.clock.set('2027-01-09T13:00:00');
    await till.background();
    till.clock.set('2027-01-09T14:00:00');
    await till.background();
    expect(known(simulator)).toContain('FS 1_1.26 F 2');
    expect(till.series['FS 1_1.26']).toMatchObject({ reported: true });
    expect(problemCodes(till)).not.toContain('SERIES_CLOSE_FAILED');
  });
});

it('the page says in time that the next year is not open', async () => {
  useTimeZone('Europe/Lisbon');
  const { till, simulator } = await openLiveTill({ now: '2026-11-01T12:00:00' });
  await till.background();
  simulator.down();
  till.clock.set('2026-12-14T12:00:00');
  await till.background();
  expect(problemCodes(till)).not.toContain('SERIES_NEXT_YEAR');
  till.clock.set('2026-12-15T12:00:00');
  await till.background();
  expect(till.problems).toContainEqual({
    code: 'SERIES_NEXT_YEAR',
    severity: 'warning',
    params: { year: '2027' },
  });
  expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
  simulator.up();
  till.clock.set('2026-12-15T14:00:00');
  await till.background();
  expect(problemCodes(till)).not.toContain('SERIES_NEXT_YEAR');
});
