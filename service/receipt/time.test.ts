import { describe, expect, it } from 'vitest';
import { daysBetween, isDate, isDateTime } from './time.ts';

describe('date and time', () => {
  it.each(['2026-01-15T10:15:30', '2024-02-29T00:00:00', '2000-02-29T23:59:59', '2026-12-31T23:59:59'])(
    'accepts %s',
    (text) => {
      expect(isDateTime(text)).toBe(true);
    },
  );

  it.each([
    '2026-02-29T00:00:00',
    '1900-02-29T00:00:00',
    '2026-04-31T00:00:00',
    '2026-13-01T00:00:00',
    '0000-01-01T00:00:00',
    '1899-12-31T23:59:59',
    '2026-00-01T00:00:00',
    '2026-01-00T00:00:00',
    '2026-01-15T24:00:00',
    '2026-01-15T10:60:00',
    '2026-01-15T10:15:60',
    '2026-01-15T10:15',
    '2026-01-15',
    '2026-01-15T10:15:30Z',
    '2026-01-15T10:15:30+01:00',
    '2026-01-15T10:15:30.5',
    '2026-01-15 10:15:30',
    ' 2026-01-15T10:15:30',
  ])('refuses %s', (text) => {
    expect(isDateTime(text)).toBe(false);
  });

  it('knows dates', () => {
    expect(isDate('2026-02-28')).toBe(true);
    expect(isDate('2026-02-30')).toBe(false);
    expect(isDate('2026-02-28T00:00:00')).toBe(false);
  });

  it('counts days by the calendar clock', () => {
    expect(daysBetween('2026-01-01T12:00:00', '2026-01-08T12:00:00')).toBe(7);
    expect(daysBetween('2026-01-08T12:00:00', '2026-01-01T00:00:00')).toBe(-7.5);
    // The night summer time begins has no 23-hour day here.
    expect(daysBetween('2026-03-28T12:00:00', '2026-03-29T12:00:00')).toBe(1);
  });
});
