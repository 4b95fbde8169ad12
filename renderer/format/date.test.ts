import { describe, expect, it } from 'vitest';
import { formatTime } from './date.ts';

describe('dates', () => {
  it('writes a time of day the way of the language', () => {
    const moment = new Date(2026, 10, 20, 14, 5, 9).getTime();
    expect(formatTime(moment, 'de-DE')).toBe('14:05:09');
    expect(formatTime(moment, 'pt-PT')).toBe('14:05:09');
  });
});
