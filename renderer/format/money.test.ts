import { describe, expect, it } from 'vitest';
import { formatCount, formatMoney } from './money.ts';

// Intl separates with various spaces that look the same.
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('money', () => {
  it('is written the way of the language', () => {
    expect(plain(formatMoney('1234.50', 'EUR', 'en-GB'))).toBe('€1,234.50');
    expect(plain(formatMoney('12345.60', 'EUR', 'pt-PT'))).toBe('12 345,60 €');
    expect(plain(formatMoney('1234.50', 'EUR', 'de-DE'))).toBe('1.234,50 €');
    expect(plain(formatMoney('-2.00', 'EUR', 'en-GB'))).toBe('-€2.00');
  });

  it('keeps every digit, however large the amount', () => {
    expect(plain(formatMoney('90071992547409931.27', 'EUR', 'en-GB'))).toBe('€90,071,992,547,409,931.27');
  });

  it('keeps the digits of the currency as they were sent', () => {
    expect(plain(formatMoney('500', 'HUF', 'de-DE'))).toBe('500 HUF');
    expect(plain(formatMoney('1.005', 'TND', 'en-GB'))).toBe('TND 1.005');
  });

  it('does without a currency, and leaves text alone', () => {
    expect(formatMoney('0.00', '', 'en-GB')).toBe('0.00');
    expect(formatMoney('n/a', 'EUR', 'en-GB')).toBe('n/a');
  });

  it('counts', () => {
    expect(formatCount(12345, 'en-GB')).toBe('12,345');
  });
});
