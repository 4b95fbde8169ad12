import { describe, expect, it } from 'vitest';
import { timeText } from './time-text.ts';

describe('a point in time', () => {
  it('is a dash where there is none', () => {
    expect(timeText(null, 'en-GB')).toBe('–');
    expect(timeText('soon', 'en-GB')).toBe('–');
    expect(timeText('2026-11-22T10:00:00.000Z', 'en-GB')).toMatch(/22 Nov 2026/);
  });
});
