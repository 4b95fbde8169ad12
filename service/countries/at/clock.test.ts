/** Clocks that jump: Austrian codes have the right time again, and the DEP keeps every receipt. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit } from './audit.ts';
import { Till } from './testing/till.ts';

function useVienna(): void {
  const before = process.env.TZ;
  process.env.TZ = 'Europe/Vienna';
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}

async function audited(till: Till): Promise<string[]> {
  const auditor = audit();
  const found = (await till.records()).flatMap((record) => auditor.take(record));
  return [...found, ...auditor.end(till.register.state)].map(({ text }) => text);
}

/** Receipts in a DEP export. */
async function exported(till: Till, from: string, till_: string): Promise<string[]> {
  const [file] = await till.exportDep(from, till_);
  let text = '';
  for await (const chunk of file!.content) text += chunk.toString('utf8');
  const { 'Belege-Gruppe': groups } = JSON.parse(text) as {
    'Belege-Gruppe': { 'Belege-kompakt': string[] }[];
  };
  return groups.flatMap((group) =>
    group['Belege-kompakt'].map(
      (jws) => Buffer.from(jws.split('.')[1]!, 'base64url').toString().split('_')[3]!,
    ),
  );
}

describe('a clock that is far behind the last receipt', () => {
  it.each(['2026-05-04T12:00:00', '2026-05-10T18:14:59', '1970-01-01T00:00:00'])(
    'is NO with what to do, and is over by itself (%s)',
    async (now) => {
      const till = await Till.open('2026-05-10T18:30:00');
      await till.sell();
      till.clock.set(now);
      await till.restart();
      const { Result } = await till.attempt();
      expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#CLOCK_BEHIND' });
      expect(Result.UserMessage).toContain('2026-05-10 18:30:00');
      expect((await till.attempt('1.00', { Test: '1' })).Result.ErrorCode).toBe('#CLOCK_BEHIND');
      expect((await till.act('zero')) as object).toHaveProperty('issues');
      expect(till.problems).toContain('CLOCK_STOPS_SALES');
      expect(till.overview.clockStop).toBe('2026-05-10T18:30:00');
      await till.background();
      till.clock.set('2026-05-10T18:30:00');
      await till.sell();
      expect(till.problems).not.toContain('CLOCK_STOPS_SALES');
      expect(await till.verify()).toMatchObject({ errors: [], warnings: [], receipts: 3 });
    },
  );

  it.each([
    ['seconds', '2026-05-04T12:00:03', '2026-05-04T12:00:00'],
    ['minutes over the end of a month', '2026-06-01T00:04:00', '2026-05-31T23:52:00'],
    ['minutes over the end of a year', '2027-01-01T00:04:00', '2026-12-31T23:52:00'],
  ])('small steps back (%s) stop nothing: the later time counts', async (_what, before, after) => {
    const till = await Till.open(before);
    await till.sell();
    till.clock.set(after);
    await till.restart();
    const { ESR, Fis } = await till.sell();
    expect(ESR!.D).toBe(before);
    expect(Fis!.Code).toContain(`_${before}_`);
    expect(await till.verify()).toMatchObject({ errors: [], warnings: [] });
  });

  it('the hour that comes twice in October stops nothing', async () => {
    useVienna();
    const till = await Till.open('2026-10-25T00:30:00Z');
    for (const time of ['00:59:00', '01:05:00', '01:40:00', '02:01:00']) {
      till.clock.set(`2026-10-25T${time}Z`);
      await till.sell();
    }
    const times = (await till.receipts()).map(({ time }) => time.slice(11));
    expect(times).toEqual(['02:59:00', '02:59:00', '02:05:00', '02:40:00', '03:01:00']);
    expect((await till.verify()).errors).toEqual([]);
  });
});

describe('to 2099 and back', () => {
  async function jumped() {
    const till = await Till.open('2026-05-04T12:00:00');
    await till.sell();
    till.clock.set('2099-12-31T23:00:00');
    await till.sell();
    till.clock.set('2026-05-04T12:20:00');
    await till.restart();
    expect((await till.attempt()).Result.ErrorCode).toBe('#CLOCK_BEHIND');
    expect(await till.act('clock')).toEqual({ result: null });
    return till;
  }

  it('the time in the code recovers once a manager says that the clock is right, and months end again', async () => {
    const till = await jumped();
    await till.sell();
    till.clock.set('2026-06-01T00:00:20');
    await till.background();
    await till.sell();
    const all = await till.receipts();
    expect(all.map(({ own, time }) => [own, time.slice(0, 10)])).toEqual([
      ['start', '2026-05-04'],
      [null, '2026-05-04'],
      ['year', '2099-12-31'],
      [null, '2099-12-31'],
      [null, '2026-05-04'],
      ['month', '2026-06-01'],
      [null, '2026-06-01'],
    ]);
    expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    expect((await till.act('clock')) as object).toHaveProperty('issues');
    expect(await audited(till)).toEqual([]);
    // The file of the law shows the one step that was confirmed, and nothing else.
    expect((await till.verify()).errors).toEqual([
      expect.stringMatching(
        /2026-05-04T12:20:00 is before the time of the receipt before, 2099-12-31T23:00:00/,
      ),
    ]);
    till.clock.set('2027-01-01T00:00:20');
    await till.background();
    expect(till.overview.annual.find(({ year }) => year === '2026')).toMatchObject({
      time: '2027-01-01T00:00:20',
    });
  });

  it('a step back that nobody has confirmed is a finding of the audit', async () => {
    const till = await jumped();
    await till.sell();
    const auditor = audit();
    const records = (await till.records()).filter(({ Event }) => Event !== 'clock-confirmed');
    expect(records.flatMap((record) => auditor.take(record)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/before the time of the receipt before/),
    ]);
  });

  it('the DEP of a period has no holes, and those of consecutive months leave nothing out', async () => {
    const till = await jumped();
    await till.sell();
    till.clock.set('2026-06-02T12:00:00');
    // A late receipt of May stands in the chain behind the end of that month.
    await till.sell('1.00', { D: '2026-05-30T20:00:00' });
    await till.sell();
    const all = (await till.receipts()).map(({ number }) => number);
    const may = await exported(till, '2026-05-01', '2026-05-31');
    const june = await exported(till, '2026-06-01', '2026-06-30');
    for (const part of [may, june]) {
      const first = all.indexOf(part[0]!);
      expect(part).toEqual(all.slice(first, first + part.length));
    }
    expect(new Set([...may, ...june])).toEqual(new Set(all));
    expect(await exported(till, '2020-01-01', '2026-06-02')).toEqual(all);
  });

  it('receipts of the wrong time are in an export of today while no other stands behind them', async () => {
    const till = await Till.open('2026-05-04T12:00:00');
    await till.sell();
    till.clock.set('2099-12-31T23:00:00');
    await till.sell();
    till.clock.set('2026-05-04T12:20:00');
    expect(await exported(till, '2026-05-04', '2026-05-04')).toHaveLength(4);
    expect(till.overview.dep.till).toBeNull();
  });

  it('an export that was made by the wrong clock does not silence the reminder', async () => {
    const till = await Till.open('2026-05-04T12:00:00');
    await till.sell();
    till.clock.set('2099-12-31T23:00:00');
    await till.exported('2026-05-01', '2099-12-31');
    till.clock.set('2026-09-01T12:00:00');
    expect(till.overview.dep).toEqual({ till: null, due: '2026-08-31' });
    await till.exported('2026-05-01', '2026-08-31');
    expect(till.overview.dep.till).toBe('2026-08-31');
  });
});
