import { describe, expect, it } from 'vitest';
import { formatTime, printedDate } from './date.ts';

describe('dates', () => {
  it('prints the local time of a document as it is', () => {
    expect(printedDate('2026-03-29T02:30:00')).toBe('2026-03-29 02:30:00');
    expect(printedDate('2026-11-20T14:05:09+01:00')).toBe('2026-11-20 14:05:09');
    expect(printedDate('2026-11-20')).toBe('2026-11-20');
  });

  it('leaves alone what is no date', () => {
    expect(printedDate('')).toBe('');
    expect(printedDate('yesterday')).toBe('yesterday');
  });

  it('writes a time of day the way of the language', () => {
    const moment = new Date(2026, 10, 20, 14, 5, 9).getTime();
    expect(formatTime(moment, 'de-DE')).toBe('14:05:09');
    expect(formatTime(moment, 'pt-PT')).toBe('14:05:09');
  });
});
