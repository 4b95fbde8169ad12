import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatCount, formatMoney, timesAmount } from './money.ts';

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

it('multiplies to the last digit', () => {
  expect(timesAmount('12.50', 3)).toBe('37.50');
  expect(timesAmount('500', 2)).toBe('1000');
  expect(timesAmount('0.05', 1)).toBe('0.05');
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 1000 }),
      (cents, count) => {
        const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        expect(BigInt(timesAmount(text, count).replace('.', ''))).toBe(cents * BigInt(count));
      },
    ),
  );
});
