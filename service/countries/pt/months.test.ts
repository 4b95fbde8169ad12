/** Which months have to go to the authority, and when. */
import { describe, expect, it } from 'vitest';
import { exported, lastDay } from './months.ts';
import { openLiveTill } from './testing/live-till.ts';
import { newKey, Till, type TillOptions } from './testing/till.ts';

const months = (till: Till) => till.overview.months.map((m) => m.month);
const problems = (till: Till) =>
  till.problems.filter((p) => p.code.startsWith('SAFT')).map((p) => [p.code, p.params?.month, p.params?.due]);

/** What the register does when a month was exported. */
async function exportMonth(till: Till, from: string, till_: string): Promise<void> {
  const stateChange = exported({ type: 'saft', from, till: till_ }, till.register.context!);
  expect((await till.register.writes.change(stateChange)).Result.RC).toBe('OK');
}

/** A till with real documents: validation codes entered by hand. */
async function realTill(options: TillOptions = {}): Promise<Till> {
  const { till } = await openLiveTill({ now: '2026-01-20T12:00:00', login: false, ...options });
  for (const type of ['FS', 'FT', 'NC'])
    await till.act('code', { series: `${type} 1_1.26`, code: 'AAJFJ2K6' });
  return till;
}

it.each([
  ['2026-01', '2026-01-31'],
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-04', '2026-04-30'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, day) => {
  expect(lastDay(month)).toBe(day);
});

describe('months with documents', () => {
  it('are due on day 5 of the next one, and overdue a day later', async () => {
    const till = await realTill();
    await till.sell();
    till.clock.set('2026-01-31T23:59:59');
    expect(months(till)).toStrictEqual([]);
    till.clock.set('2026-02-01T00:00:00');
    expect(till.overview.months).toStrictEqual([
      { month: '2026-01', due: '2026-02-05', exported: null, overdue: false },
    ]);
    expect(problems(till)).toStrictEqual([['SAFT_DUE', '2026-01', '2026-02-05']]);
    till.clock.set('2026-02-05T23:59:59');
    expect(problems(till)).toStrictEqual([['SAFT_DUE', '2026-01', '2026-02-05']]);
    till.clock.set('2026-02-06T00:00:00');
    expect(problems(till)).toStrictEqual([['SAFT_OVERDUE', '2026-01', '2026-02-05']]);
    await exportMonth(till, '2026-01-01', '2026-01-31');
    expect(problems(till)).toStrictEqual([]);
    expect(till.overview.months[0]).toMatchObject({ exported: '2026-02-06T00:00:00', overdue: false });
    await till.restart();
    expect(problems(till)).toStrictEqual([]);
  });

  it('are done only when they are over and were exported whole', async () => {
    const till = await realTill();
    await till.sell();
    await exportMonth(till, '2026-01-01', '2026-01-31');
    till.clock.set('2026-02-02T12:00:00');
    await exportMonth(till, '2026-01-01', '2026-01-30');
    await exportMonth(till, '2026-01-02', '2026-01-31');
    await exportMonth(till, '2025-12-01', '2026-01-31');
    expect(problems(till)).toHaveLength(1);
    await exportMonth(till, '2026-01-01', '2026-01-31');
    expect(problems(till)).toStrictEqual([]);
  });

  it('reach from the first to the last document of each series', async () => {
    const till = await realTill();
    await till.sell();
    till.clock.set('2026-04-10T12:00:00');
    await till.sell();
    till.clock.set('2026-08-10T12:00:00');
    expect(months(till)).toStrictEqual(['2026-04', '2026-03', '2026-02', '2026-01']);
    // What was long ago is shown, and nobody is warned of it.
    expect(problems(till)).toStrictEqual([]);
  });

  it('are not those of training or of tests', async () => {
    const till = await Till.open({ now: '2026-01-20T12:00:00' });
    await till.sell();
    await till.sell('1.00', { Test: '1' });
    till.key = newKey(2, false);
    till.clock.set('2026-02-20T12:00:00');
    await till.act('code', { series: 'FS 1_1.26A', code: 'AAJFJ2K6' });
    await till.sell();
    till.clock.set('2026-03-01T12:00:00');
    expect(problems(till)).toStrictEqual([['SAFT_DUE', '2026-02', '2026-03-05']]);
  });
});

it('months of real documents stay due while something is tested', async () => {
  const till = await realTill();
  await till.sell();
  till.clock.set('2026-02-01T12:00:00');
  till.attributes += ' Fiscal_Test';
  await till.sell();
  const due = [['SAFT_DUE', '2026-01', '2026-02-05']];
  expect(problems(till)).toStrictEqual(due);
  // Its file would hold documents of tests.
  await exportMonth(till, '2026-01-01', '2026-01-31');
  expect(problems(till)).toStrictEqual(due);
});

describe('a month that was exported', () => {
  const exportedTill = async () => {
    const till = await realTill();
    await till.sell('10.00');
    till.clock.set('2026-02-02T12:00:00');
    await exportMonth(till, '2026-01-01', '2026-01-31');
    expect(problems(till)).toStrictEqual([]);
    return till;
  };

  it('has to be exported again when one of its documents is cancelled', async () => {
    const till = await exportedTill();
    await till.sell('10.00');
    expect(problems(till)).toStrictEqual([]);
    await till.void('FS 1_1.26/1');
    expect(problems(till)).toStrictEqual([['SAFT_DUE', '2026-01', '2026-02-05']]);
    await exportMonth(till, '2026-01-01', '2026-01-31');
    expect(problems(till)).toStrictEqual([]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('has to be exported again when a document of it comes late', async () => {
    const till = await exportedTill();
    await till.sell('1.00', { D: '2026-01-31T23:00:00' });
    expect(problems(till)).toStrictEqual([['SAFT_DUE', '2026-01', '2026-02-05']]);
  });

  it('is not touched by training and by what is no document', async () => {
    const till = await exportedTill();
    await till.issue({ NF: 'login', D: '2026-01-31T23:00:00' });
    expect(problems(till)).toStrictEqual([]);
  });
});
