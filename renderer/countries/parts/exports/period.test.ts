import { describe, expect, it } from 'vitest';
import { dayProblems, formatPeriod, periodProblem } from './period.ts';

describe('period', () => {
  it('is called by its month where it is one', () => {
    expect(formatPeriod({ from: '2026-10-01', till: '2026-10-31' }, 'en-GB')).toBe('October 2026');
    expect(formatPeriod({ from: '2026-10-01', till: '2026-10-30' }, 'en-GB')).toBe(
      '1 Oct 2026 – 30 Oct 2026',
    );
    expect(formatPeriod({ from: '2026-10-01', till: '2026-11-30' }, 'en-GB')).toBe(
      '1 Oct 2026 – 30 Nov 2026',
    );
  });

  it('has two days in order that have begun', () => {
    expect(periodProblem('', '2026-10-31', '2026-11-21')).toBe('missing');
    expect(periodProblem('2026-10-01', '', '2026-11-21')).toBe('missing');
    expect(periodProblem('2026-10-02', '2026-10-01', '2026-11-21')).toBe('order');
    expect(periodProblem('2026-11-22', '2026-11-30', '2026-11-21')).toBe('future');
    expect(periodProblem('2026-11-01', '2026-11-30', '2026-11-21')).toBeNull();
    expect(periodProblem('2026-11-21', '2026-11-21', '2026-11-21')).toBeNull();
  });

  it('marks each day that is missing', () => {
    const today = '2026-11-21';
    expect(dayProblems('', '', today)).toEqual({ from: 'missing', till: 'missing' });
    expect(dayProblems('', '2026-10-31', today)).toEqual({ from: 'missing', till: null });
    expect(dayProblems('2026-10-01', '', today)).toEqual({ from: null, till: 'missing' });
    expect(dayProblems('2026-10-02', '2026-10-01', today)).toEqual({ from: null, till: 'order' });
    expect(dayProblems('2026-11-22', '2026-11-30', today)).toEqual({ from: 'future', till: null });
    expect(dayProblems('2026-11-01', '2026-11-30', today)).toEqual({ from: null, till: null });
  });
});
