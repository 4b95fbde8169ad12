import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBefore, nextClosing, nextDay, yearEnd, type OpenPeriods } from './closings.ts';

/** Everything that is closed until a day. */
function closedUntil(begin: string, today: string, yearMonth: number): string[] {
  let open: OpenPeriods = { day: begin, month: begin, year: begin };
  const closed: string[] = [];
  for (let due = nextClosing(open, today, yearMonth); due; due = nextClosing(open, today, yearMonth)) {
    closed.push(`${due.kind} ${due.from} ${due.till}`);
    open = { ...open, [due.kind]: nextDay(due.till) };
  }
  return closed;
}

describe('closings', () => {
  it('close days first, then the month and the year that end with them', () => {
    expect(closedUntil('2026-12-30', '2027-01-02', 12)).toEqual([
      'day 2026-12-30 2026-12-30',
      'day 2026-12-31 2026-12-31',
      'month 2026-12-30 2026-12-31',
      'year 2026-12-30 2026-12-31',
      'day 2027-01-01 2027-01-01',
    ]);
  });

  it('close nothing today, nor while the clock is behind', () => {
    expect(closedUntil('2026-05-12', '2026-05-12', 12)).toEqual([]);
    expect(closedUntil('2026-05-12', '2025-01-01', 12)).toEqual([]);
  });

  it('end fiscal years with any month', () => {
    expect(yearEnd('2026-05-12', 2)).toBe('2027-02-28');
    expect(yearEnd('2027-05-12', 2)).toBe('2028-02-29');
    expect(yearEnd('2026-06-30', 6)).toBe('2026-06-30');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (month) => {
        const years = closedUntil('2026-03-17', '2029-03-17', month).filter((text) =>
          text.startsWith('year'),
        );
        expect(years).toHaveLength(3);
        for (const year of years) expect(Number(year.slice(-5, -3))).toBe(month);
      }),
      { numRuns: 12 },
    );
  });

  it('end a year whose last month was changed with the next one that ends then', () => {
    // Until October all is closed, in a year that began in January.
    const open = { day: '2026-11-03', month: '2026-11-01', year: '2026-01-01' };
    expect(nextClosing(open, '2026-11-03', 6)).toBeNull();
    expect(nextClosing({ ...open, day: '2027-07-01', month: '2027-07-01' }, '2027-07-01', 6)).toEqual({
      kind: 'year',
      from: '2026-01-01',
      till: '2027-06-30',
    });
  });

  it('leave no day out and close none twice', () => {
    const day = fc.integer({ min: 0, max: 800 }).map((days) => {
      return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 12 }), (begin, today, month) => {
        const closed = closedUntil(begin, today, month);
        for (const kind of ['day', 'month', 'year']) {
          const own = closed.map((text) => text.split(' ')).filter(([name]) => name === kind);
          own.forEach(([, from], i) => expect(from).toBe(i === 0 ? begin : nextDay(own[i - 1]![2]!)));
        }
        const days = closed.filter((text) => text.startsWith('day'));
        if (begin < today) expect(days.at(-1)).toBe(`day ${dayBefore(today)} ${dayBefore(today)}`);
      }),
      { numRuns: 30 },
    );
  });
});
