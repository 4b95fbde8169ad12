import { describe, expect, it } from 'vitest';
import { formatPercent, formatSize } from './quantity.ts';

// Intl separates with various spaces that look the same.
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('percentages', () => {
  it('are written the way of the language, with no digit too many', () => {
    expect(formatPercent('23', 'en-GB')).toBe('23%');
    expect(formatPercent('16.50', 'pt-PT')).toBe('16,5%');
    expect(plain(formatPercent('6', 'de-DE'))).toBe('6 %');
  });

  it('leave alone what is no number', () => {
    expect(formatPercent('', 'en-GB')).toBe('');
    expect(formatPercent('exempt', 'en-GB')).toBe('exempt');
  });
});

describe('sizes', () => {
  it('are short', () => {
    expect(plain(formatSize(0, 'en-GB'))).toBe('0 bytes');
    expect(plain(formatSize(999, 'en-GB'))).toBe('999 bytes');
    expect(plain(formatSize(183_412, 'en-GB'))).toBe('183 kB');
    expect(plain(formatSize(2_480_000, 'de-DE'))).toBe('2,5 MB');
    expect(plain(formatSize(5_000_000_000_000, 'en-GB'))).toBe('5,000 GB');
  });
});
