import { describe, expect, it } from 'vitest';
import { problemValues } from './problem-values.ts';

const values = (params: Record<string, string | number>) =>
  problemValues({ code: 'X', severity: 'warning', params }, 'en-GB');

describe('values of a problem', () => {
  it('are written the way of the language', () => {
    expect(values({ month: '2026-10', due: '2026-11-05' })).toEqual({
      code: 'X',
      month: 'October 2026',
      due: '5 Nov 2026',
    });
    expect(values({ from: '2026-05-12', till: '2026-12-31' })).toMatchObject({
      from: '12 May 2026',
      till: '31 Dec 2026',
    });
    expect(values({ country: 'DE', date: '2027-01-31' })).toMatchObject({
      country: 'Germany',
      date: '31 Jan 2027',
    });
  });

  it('have times of the shop as its clock showed them, and the number that a word depends on', () => {
    expect(values({ deadline: '2026-11-21 10:00:00', days: 1 })).toEqual({
      ...{ code: 'X', deadline: '21 Nov 2026, 10:00', days: 1, count: 1 },
    });
  });

  it('are shown as they come when nothing is known of them', () => {
    expect(values({ series: 'FS 1_1.26', year: 2027, toString: 'x' })).toEqual({
      code: 'X',
      series: 'FS 1_1.26',
      year: 2027,
      toString: 'x',
    });
  });

  it('are no time where other texts have the name of one', () => {
    const last = 'def: FS 1_1.26/1 (2026-11-23 08:43:50)';
    expect(values({ last })).toMatchObject({ last });
  });

  it('always name the code', () => {
    expect(problemValues({ code: 'NO_CFG', severity: 'stop' }, 'en-GB')).toEqual({ code: 'NO_CFG' });
  });
});
