/** The tax authority does not answer, refuses, or there is no login for it. */
import { describe, expect, it } from 'vitest';
import { tagOf } from './testing/inspector.ts';
import { asked, enterLogin, known, openLiveTill, PASSWORD, USER } from './testing/live-till.ts';
import type { Till } from './testing/till.ts';

const refusalOf = async (till: Till, DT?: string) => {
  const { Result } = await till.attempt('1.00', DT === undefined ? {} : { DT });
  return [Result.RC, Result.ErrorCode];
};
const problemsOf = (till: Till) => till.problems.map((p) => [p.code, p.severity, p.params?.series]);

/** Minutes later. */
function wait(till: Till, minutes: number): void {
  till.clock.set(new Date(till.clock.now() + minutes * 60_000).toISOString());
}

describe('the authority does not answer', () => {
  it('at the first sale: nothing is registered, and the operator is told', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.down();
    const { Result } = await till.attempt('1.00');
    expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_OFFLINE' });
    expect(Result.UserMessage).toBeTruthy();
    expect((await till.records()).filter((r) => r._ === 'Tra')).toStrictEqual([]);
    expect(till.series).toStrictEqual({});
    // Sales of the next seconds are refused without another call, which would hold up everybody.
    expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_OFFLINE']);
    simulator.up();
    expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_OFFLINE']);
    expect(asked(simulator)).toStrictEqual([]);
    wait(till, 0.25);
    const sale = await till.sell();
    expect([sale.ESR!.FN, sale.ESR!.TN]).toStrictEqual(['FS 1_1.26/1', '1']);
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('does not keep series from selling that are open', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    simulator.down();
    expect(await refusalOf(till, 'FT')).toStrictEqual(['NO', '#PT_SERIES_OFFLINE']);
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/2');
    expect(await refusalOf(till, 'FT')).toStrictEqual(['NO', '#PT_SERIES_OFFLINE']);
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/3');
    await till.void('FS 1_1.26/3');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each([5000, 500, 503])('answers with trouble of its own (%s): tried again', async (code) => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(code);
    expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_OFFLINE']);
    wait(till, 0.25);
    await till.sell();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
  });

  it('is asked later and later by the register itself, and a sale does not wait for that', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(503, 1000);
    let minutes = 0;
    const calls: number[] = [];
    for (; minutes < 300; minutes++) {
      const before = asked(simulator).length;
      await till.background();
      if (asked(simulator).length > before) calls.push(minutes);
      wait(till, 1);
    }
    expect(calls.slice(0, 7)).toStrictEqual([0, 1, 3, 7, 15, 31, 63]);
    expect(calls.at(-1)! - calls.at(-2)!).toBe(60);
    expect(problemsOf(till)).toStrictEqual([
      ['SERIES_NOT_OPEN', 'stop', 'FS 1_1.26'],
      ['SERIES_NOT_OPEN', 'stop', 'FT 1_1.26'],
      ['SERIES_NOT_OPEN', 'stop', 'NC 1_1.26'],
    ]);
    simulator.fail(0, 0);
    await till.sell();
    // The authority is there again, for all series.
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    expect(problemsOf(till)).toStrictEqual([]);
  });

  it('for one series alone: the others are opened', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(5000);
    await till.background();
    expect(known(simulator)).toStrictEqual(['FT 1_1.26 A', 'NC 1_1.26 A']);
  });

  it('is not asked for each series and register of the company', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(503, 1000);
    await till.background();
    expect(asked(simulator)).toHaveLength(1);
  });

  it('and the clock is set back: nobody has to wait for it to come round', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.down();
    await till.background();
    await refusalOf(till);
    simulator.up();
    till.clock.set('2026-01-04T12:00:00');
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
  });
});

describe('the authority refuses', () => {
  it('is told to the operator and not hammered by sales', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.inactive.add('599999993');
    const first = await till.attempt('1.00');
    expect(first.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_REFUSED' });
    expect(first.Result.Warning?.join()).toContain('atividade aberta');
    for (let i = 0; i < 50; i++) {
      expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_REFUSED']);
      wait(till, 1);
    }
    expect(asked(simulator)).toStrictEqual(['registarSerie 4043']);
    wait(till, 11);
    await refusalOf(till);
    expect(asked(simulator)).toHaveLength(2);
    // Somebody has settled it with the authority, and presses the button.
    simulator.inactive.clear();
    expect(await till.act('open', { type: 'FS' })).toMatchObject({ result: { id: 'FS 1_1.26' } });
    await till.sell();
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('is not asked again by the register itself for a day', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.inactive.add('599999993');
    for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
      await till.background();
      wait(till, 10);
    }
    expect(asked(simulator)).toHaveLength(3);
    await till.background();
    expect(asked(simulator)).toHaveLength(6);
  });

  it('names that it keeps for itself: the shop is told', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(4003, 3);
    await till.background();
    expect(problemsOf(till)).toContainEqual(['SERIES_NOT_OPEN', 'stop', 'FS 1_1.26']);
    expect(till.overview.series[0]).toMatchObject({
      state: 'pending',
      error: expect.stringMatching(/4003|wrong/),
    });
    expect(simulator.series).toStrictEqual([]);
  });
});

describe('a wrong password', () => {
  it('is not tried again and again: the authority would lock the login', async () => {
    const { till, simulator } = await openLiveTill({ login: false });
    await enterLogin(till, simulator, 'wrong');
    await till.background();
    for (let i = 0; i < 30; i++) {
      await refusalOf(till);
      await refusalOf(till, 'FT');
      await refusalOf(till, 'CM');
      await till.background();
      wait(till, 1);
    }
    expect(asked(simulator)).toStrictEqual(['registarSerie 99']);
    expect(problemsOf(till)).toContainEqual(['SERIES_NOT_OPEN', 'stop', 'FS 1_1.26']);
    await till.act('login', { user: USER, password: PASSWORD });
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    expect(problemsOf(till)).toStrictEqual([]);
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
  });

  it('stands in no answer, record or log', async () => {
    const { till, simulator } = await openLiveTill({ login: false });
    await enterLogin(till, simulator, 'Geheim-4711');
    await till.background();
    const answers = [
      JSON.stringify(await till.attempt('1.00')),
      JSON.stringify(till.overview),
      JSON.stringify(till.problems),
      JSON.stringify(await till.records()),
      JSON.stringify([...(await till.room.journal.state('def'))]),
      till.log.join(),
      JSON.stringify(simulator.requests),
    ];
    expect(answers.filter((a) => a.includes('Geheim'))).toStrictEqual([]);
  });
});

describe('without a complete login', () => {
  it('a new series cannot be opened, and the page says why', async () => {
    const { till, simulator } = await openLiveTill({ login: false });
    expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_LOGIN']);
    await till.act('login', { user: USER, password: PASSWORD });
    expect(await refusalOf(till)).toStrictEqual(['NO', '#PT_SERIES_LOGIN']);
    expect(problemsOf(till)).toStrictEqual([['SERIES_LOGIN_MISSING', 'stop', undefined]]);
    await enterLogin(till, simulator);
    await till.background();
    expect(problemsOf(till)).toStrictEqual([]);
    await till.act('logout');
    expect(till.overview.login).toBeNull();
    // What is open may go on.
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
    expect(await refusalOf(till, 'CM')).toStrictEqual(['NO', '#PT_SERIES_LOGIN']);
    expect(asked(simulator)).toHaveLength(3);
  });

  it('codes that were fetched by hand do', async () => {
    const { till } = await openLiveTill({ login: false });
    for (const type of ['FS', 'FT', 'NC']) {
      const code = { FS: 'aajfj2k6', FT: 'AAJFJ2K7', NC: 'AAJFJ2K8XY' }[type]!;
      expect(await till.act('code', { series: `${type} 1_1.26`, code })).toStrictEqual({ result: null });
    }
    expect(problemsOf(till)).toStrictEqual([]);
    const sale = await till.sell();
    expect(tagOf(sale, 'ATCUD')).toBe('AAJFJ2K6-1');
    expect(sale.Fis).not.toHaveProperty('PT_Test');
    expect(await till.act('code', { series: 'FS 1_1.26', code: 'BBJFJ2K6' })).toMatchObject({
      issues: [{ path: 'series' }],
    });
    await till.restart();
    expect(tagOf(await till.sell(), 'ATCUD')).toBe('AAJFJ2K6-2');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each([
    [{ series: 'FS 1_1.26', code: 'AAJFJ2K' }, 'code'],
    [{ series: 'FS 1_1.26', code: 'AAJF J2K6' }, 'code'],
    [{ series: 'FS 1_1.26', code: 'AAJFJ2K6-1' }, 'code'],
    [{ series: 'FS 1_1.26', code: 'A'.repeat(61) }, 'code'],
    [{ series: 'FS 1_1.26', code: 'XX' }, 'code'],
    [{ series: 'FS 1_1.26' }, 'code'],
    [{ series: 'FS 1_1', code: 'AAJFJ2K6' }, 'series'],
    [{ series: 'XX 1_1.26', code: 'AAJFJ2K6' }, 'series'],
    [{ series: 'FS 1_2.26', code: 'AAJFJ2K6' }, 'series'],
    [{ series: 'FS 1_1.26/1', code: 'AAJFJ2K6' }, 'series'],
    [{ code: 'AAJFJ2K6' }, 'series'],
  ])('the code of %j is refused', async (input, path) => {
    const { till } = await openLiveTill({ login: false });
    expect(await till.act('code', input)).toMatchObject({ issues: [{ code: '#ACTION', path }] });
    expect(till.series).toStrictEqual({});
  });
});
