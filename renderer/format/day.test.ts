import { describe, expect, it } from 'vitest';
import { daysOfMonth, daysUntil, formatDay, formatDocumentTime, formatMoment, formatMonth } from './day.ts';

describe('days', () => {
  it('are written the way of the language, whatever the time zone', () => {
    expect(formatDay('2026-11-05', 'en-GB')).toBe('5 Nov 2026');
    expect(formatDay('2026-01-01', 'de-DE')).toBe('01.01.2026');
    expect(formatDay('2026-12-31', 'pt-PT')).toBe('31/12/2026');
  });

  it('are months and moments, too', () => {
    expect(formatMonth('2026-10', 'en-GB')).toBe('October 2026');
    expect(formatMonth('2026-03', 'pt-PT')).toBe('março de 2026');
    expect(formatMoment('2026-11-05T09:03:59', 'en-GB')).toBe('5 Nov 2026, 09:03');
    // An hour that does not exist in summer time.
    expect(formatMoment('2026-03-29T02:30:00', 'de-DE')).toBe('29.03.2026, 02:30');
  });

  it('are those of a document as the clock in the shop showed them', () => {
    expect(formatDocumentTime('2026-11-20T14:05:09+01:00', 'de-DE')).toBe('20.11.2026, 14:05');
    expect(formatDocumentTime('2026-03-29T02:30:00', 'en-GB')).toBe('29 Mar 2026, 02:30');
    expect(formatDocumentTime('2026-11-20', 'pt-PT')).toBe('20/11/2026');
    expect(formatDocumentTime('yesterday', 'en-GB')).toBe('yesterday');
  });

  it('leave alone what is no day', () => {
    expect(formatDay('', 'en-GB')).toBe('');
    expect(formatDay('2026-11-05T09:03:59', 'en-GB')).toBe('2026-11-05T09:03:59');
    expect(formatMonth('soon', 'en-GB')).toBe('soon');
    expect(formatMoment('soon', 'en-GB')).toBe('soon');
  });

  it('begin and end a month', () => {
    expect(daysOfMonth('2026-10')).toEqual({ from: '2026-10-01', till: '2026-10-31' });
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', till: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', till: '2026-12-31' });
  });

  it('can be counted', () => {
    expect(daysUntil('2026-11-30', '2026-11-21')).toBe(9);
    expect(daysUntil('2026-11-20', '2026-11-21')).toBe(-1);
    expect(daysUntil('2026-03-30', '2026-03-28')).toBe(2);
  });
});
