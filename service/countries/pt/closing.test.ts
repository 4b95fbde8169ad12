/** Closing series by hand, tills that go out of use, letters, and tests beside real documents. */
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { asked, known, openLiveTill } from './testing/live-till.ts';
import { pos } from './testing/receipts.ts';
import { LIVE_KEY, newKey, Till } from './testing/till.ts';

const numbersOf = (records: readonly JournalRecord[]) => records.map((r) => r.ESR!.FN);
const D = '2026-05-02T10:00:00';

describe('closing by hand', () => {
  it('ends a series with its last number; the next sale begins letter A', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    await till.sell();
    expect(await till.act('close', { series: 'FS 1_1.26' })).toStrictEqual({ result: null });
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 F 2']);
    expect(numbersOf([await till.sell(), await till.sell()])).toStrictEqual(['FS 1_1.26A/1', 'FS 1_1.26A/2']);
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 F 2', 'FS 1_1.26A A']);
    // Other types go on as they were.
    expect(numbersOf([await till.sell('1.00', { DT: 'FT' })])).toStrictEqual(['FT 1_1.26/1']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('counts the documents that come in at the same moment', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    const sales = Array.from({ length: 8 }, () => till.sell());
    await Promise.all([till.act('close', { series: 'FS 1_1.26' }), ...sales]);
    const last = till.series['FS 1_1.26']!.number;
    expect(known(simulator)[0]).toBe(`FS 1_1.26 F ${last}`);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('annuls a series that nothing was issued in, while it may be annulled', async () => {
    const { till, simulator } = await openLiveTill();
    await till.background();
    await till.act('close', { series: 'NC 1_1.26' });
    till.clock.set('2026-05-06T12:00:00');
    await till.act('close', { series: 'FT 1_1.26' });
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 N']);
    expect(till.series['FT 1_1.26']).toMatchObject({ reported: true });
    // The name of an annulled series is not given twice.
    const refund = await till.sell('-1.00', { RFN: 'FS OLD/1', Rsn: 'Troca' });
    expect(numbersOf([refund])).toStrictEqual(['NC 1_1.26A/1']);
  });

  it('never annuls a series that was used while it waited', async () => {
    const { till, simulator } = await openLiveTill();
    await till.background();
    await Promise.all([till.sell(), till.act('close', { series: 'FS 1_1.26' })]);
    expect(known(simulator)).toContain('FS 1_1.26 F 1');
  });

  it('twice, or of what there is not, does nothing', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    await till.act('close', { series: 'FS 1_1.26' });
    await till.act('close', { series: 'FS 1_1.26' });
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001', 'finalizarSerie 2004']);
    for (const series of ['FT 1_1.26', 'x', '', '__proto__'])
      expect(await till.act('close', { series })).toMatchObject({ issues: [{ path: 'series' }] });
  });

  it('holds also when the authority is not reached', async () => {
    const { till, simulator } = await openLiveTill();
    await till.background();
    await till.sell();
    simulator.down();
    await till.act('close', { series: 'FS 1_1.26' });
    expect((await till.attempt('1.00')).Result.ErrorCode).toBe('#PT_SERIES_OFFLINE');
    expect(till.overview.series.find((s) => s.id === 'FS 1_1.26')).toMatchObject({
      state: 'closing',
      error: expect.any(String),
    });
    simulator.up();
    till.clock.set('2026-05-04T12:02:00');
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 F 1', 'FT 1_1.26 A', 'NC 1_1.26 A', 'FS 1_1.26A A']);
  });

  it('is tried again a day later when the authority refuses it', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    simulator.fail(4043);
    await till.act('close', { series: 'FS 1_1.26' });
    expect(till.problems.map((p) => [p.code, p.params?.series])).toContainEqual([
      'SERIES_CLOSE_FAILED',
      'FS 1_1.26',
    ]);
    expect(till.series['FS 1_1.26']).toMatchObject({ closed: '2026-05-04T12:00:00', reported: false });
    till.clock.set('2026-05-05T11:59:59');
    await till.background();
    expect(known(simulator)[0]).toBe('FS 1_1.26 A');
    till.clock.set('2026-05-05T12:00:00');
    await till.background();
    expect(known(simulator)[0]).toBe('FS 1_1.26 F 1');
    expect(till.problems).toStrictEqual([]);
  });

  it('does not count when it cannot be stored', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    till.room.store.failNext();
    expect(await till.act('close', { series: 'FS 1_1.26' })).toMatchObject({
      issues: [{ code: '#JOURNAL_FAILED' }],
    });
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26/2']);
    expect(await till.complaints()).toStrictEqual([]);
  });
});

it('lost documents end all series of the till, and the authority is told', async () => {
  const { till, simulator } = await openLiveTill();
  await till.background();
  await till.sell();
  await till.sell('1.00', { FN: 'abc/1', D });
  till.clock.set('2026-05-07T12:00:00');
  await till.sell('5.00', { FN: 'FS 1_1.26/57', D });
  await till.background();
  expect(known(simulator)).toStrictEqual([
    'FS 1_1.26 F 1',
    // Nothing was issued in them, and the time to annul them is over.
    'FT 1_1.26 A',
    'NC 1_1.26 A',
    'FS 1_1.26M F 1',
    'FS 1_1.26AMD A',
    'FS 1_1.26A A',
    'FT 1_1.26A A',
    'NC 1_1.26A A',
  ]);
  expect(till.problems).toStrictEqual([]);
  expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26A/1']);
  expect(await till.complaints()).toStrictEqual([]);
});

describe('a till that goes out of use', () => {
  it('closes all its series, and nothing is opened again by itself', async () => {
    const { till, simulator } = await openLiveTill({ now: '2026-12-20T12:00:00' });
    await till.background();
    await till.sell();
    await till.sell('1.00', { FN: 'abc/1', D: '2026-12-19T12:00:00' });
    await till.act('retire');
    expect(known(simulator)).toStrictEqual([
      'FS 1_1.26 F 1',
      'FT 1_1.26 N',
      'NC 1_1.26 N',
      'FS 1_1.27 N',
      'FT 1_1.27 N',
      'NC 1_1.27 N',
      'FS 1_1.26M F 1',
    ]);
    const before = asked(simulator).length;
    for (const day of ['2026-12-21', '2026-12-31', '2027-01-01', '2027-01-20', '2027-12-01']) {
      till.clock.set(`${day}T12:00:00`);
      await till.background();
    }
    expect(asked(simulator)).toHaveLength(before);
    expect(till.problems.filter((p) => p.severity === 'stop')).toStrictEqual([]);
  });

  it('is in use again with the next sale', async () => {
    const { till, simulator } = await openLiveTill();
    await till.background();
    await till.sell();
    await till.act('retire');
    await till.background();
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26A/1']);
    await till.background();
    expect(known(simulator).slice(3)).toStrictEqual(['FS 1_1.26A A', 'FT 1_1.26A A', 'NC 1_1.26A A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('is in use again when the sale is one of the next year', async () => {
    const { till, simulator } = await openLiveTill({ now: '2026-12-20T12:00:00' });
    await till.act('retire');
    till.clock.set('2027-01-10T12:00:00');
    await till.background();
    expect(asked(simulator)).toStrictEqual([]);
    await till.sell();
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.27 A', 'FT 1_1.27 A', 'NC 1_1.27 A']);
  });

  it('leaves other tills of the register alone', async () => {
    const { till } = await openLiveTill();
    await till.sell();
    await till.sell('1.00', { TT: '11' });
    await till.sell('1.00', { TT: '2' });
    await till.act('retire');
    const open = Object.entries(till.series).filter(([, s]) => s.closed === '');
    expect(open.map(([id]) => id)).toStrictEqual(['FS 1_11.26', 'FS 1_2.26']);
  });
});

describe('the letter of the profile', () => {
  it('begins new series at once, and those before are not used again', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    till.attributes += ' FN_series=c';
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26C/1']);
    await till.act('close', { series: 'FS 1_1.26C' });
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26D/1']);
    await till.background();
    expect(known(simulator)).toContain('FT 1_1.26C A');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(['M', 'AB', '7'])('%s counts as none', async (letter) => {
    const till = await Till.open({ attributes: `FN_series=${letter}` });
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26/1']);
  });
});

describe('tests and real documents', () => {
  it('with the own key need no authority; with a real one they begin letter A', async () => {
    const { till, simulator } = await openLiveTill();
    till.key = newKey(1, true);
    const test = [await till.sell(), await till.sell()];
    expect(test.map((r) => r.Fis!.PT_Test)).toStrictEqual(['1', '1']);
    till.key = newKey(2, false);
    const real = [await till.sell(), await till.sell('1.00', { DT: 'FT' })];
    expect(numbersOf(real)).toStrictEqual(['FS 1_1.26A/1', 'FT 1_1.26/1']);
    expect(real.map((r) => r.Fis!.PT_Test)).toStrictEqual([undefined, undefined]);
    expect(known(simulator)).toStrictEqual(['FS 1_1.26A A', 'FT 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('at the test service are never mixed, back and forth', async () => {
    const { till } = await openLiveTill();
    const settings = till.attributes;
    const sold: JournalRecord[] = [];
    for (const isTest of [false, true, false, true, false]) {
      till.attributes = isTest ? `${settings} Fiscal_Test` : settings;
      expect(till.overview.mode).toBe(isTest ? 'test' : 'live');
      sold.push(await till.sell());
      await till.restart();
    }
    expect(numbersOf(sold)).toStrictEqual([
      'FS 1_1.26/1',
      'FS 1_1.26MT/1',
      'FS 1_1.26/2',
      'FS 1_1.26MT/2',
      'FS 1_1.26/3',
    ]);
    expect(sold.map((r) => r.Fis!.PT_Test)).toStrictEqual([undefined, '1', undefined, '1', undefined]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('do not end each other: lost documents of a test leave the real series open', async () => {
    const { till } = await openLiveTill();
    const settings = till.attributes;
    await till.sell('10.00');
    await till.issue({ DT: 'CM', PosA: [pos('10.00')] });
    till.attributes = `${settings} Fiscal_Test`;
    await till.sell();
    const entered = [
      await till.sell('5.00', { FN: 'FS 1_1.26/99', D }),
      await till.sell('5.00', { FN: 'abc/23', D }),
    ];
    expect(entered.map((r) => r.Fis!.PT_Test)).toStrictEqual(['1', '1']);
    const noted = await till.attempt('-1.00', { RFN: 'FS 1_1.26/1', Rsn: 'Troca' });
    expect(noted.Result.ErrorCode).toBe('#PT_REFERENCE');
    await till.sell('10.00', { RFN: 'CM 1_1.26/1' });
    await till.background();
    till.attributes = settings;
    await till.background();
    expect(till.register.state.get('PT/invoiced CM 1_1.26/1') ?? null).toBeNull();
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26/2']);
    // The real form is entered as if nothing had been.
    expect(numbersOf([await till.sell('5.00', { FN: 'abc/23', D })])).toStrictEqual(['FS 1_1.26M/1']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('do not count for each other when a document was lost', async () => {
    const { till } = await openLiveTill();
    till.key = newKey(1, true);
    for (let i = 0; i < 3; i++) await till.sell();
    till.key = newKey(2, false);
    // Of the machine before this one, which nobody tested with.
    const lost = await till.sell('5.00', { FN: 'FS 1_1.26/2', D });
    expect(numbersOf([lost])).toStrictEqual(['FS 1_1.26AMD/1']);
    expect(numbersOf([await till.sell()])).toStrictEqual(['FS 1_1.26A/1']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('with Fiscal_Test but without a login go on with made-up codes', async () => {
    const till = await Till.open({ key: LIVE_KEY, attributes: 'Fiscal_Test' });
    expect(till.overview.mode).toBe('own');
    expect((await till.sell()).Fis!.PT_Test).toBe('1');
    expect(till.problems.filter((p) => p.severity === 'stop')).toStrictEqual([]);
  });
});
