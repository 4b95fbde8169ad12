import { describe, expect, it } from 'vitest';
import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import { monthState, splitMonths } from './month-state.ts';

const today = '2026-11-21';
const month = (name: string, more: Partial<SaftMonth> = {}): SaftMonth => ({
  month: name,
  due: '2026-12-05',
  exported: null,
  overdue: false,
  ...more,
});

describe('month', () => {
  it('runs until it is over, whatever was exported of it', () => {
    expect(monthState(month('2026-11'), today)).toBe('running');
    expect(monthState(month('2026-11', { exported: '2026-11-20T10:00:00' }), today)).toBe('running');
  });

  it('is due, then overdue, until it is exported', () => {
    expect(monthState(month('2026-10'), today)).toBe('due');
    expect(monthState(month('2026-10', { overdue: true }), today)).toBe('overdue');
    expect(monthState(month('2026-10', { overdue: true, exported: '2026-11-20T10:00:00' }), today)).toBe(
      'exported',
    );
  });
});

describe('last month', () => {
  it('is the newest one that is over', () => {
    const months = [month('2026-11'), month('2026-10'), month('2026-09')];
    const { last, others } = splitMonths(months, today);
    expect(last?.month).toBe('2026-10');
    expect(others.map(({ month: name }) => name)).toEqual(['2026-11', '2026-09']);
  });

  it('is missing in a new shop', () => {
    expect(splitMonths([], today)).toEqual({ last: null, others: [] });
    expect(splitMonths([month('2026-11')], today).last).toBeNull();
  });
});
