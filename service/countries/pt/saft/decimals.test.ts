import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, decimal, decimalText, netRatio, percentText, roundedQuotient, unitPrice } from './decimals.ts';

const WHOLE = { num: 1n, den: 1n };

describe('decimals', () => {
  it.each([
    ['0', '0'],
    ['1.50', '1.5'],
    ['0.001', '0.001'],
    ['1200', '1200'],
  ])('%s is written %s', (text, written) => {
    expect(decimalText(decimal(text))).toBe(written);
  });

  it('are added whatever their scale', () => {
    expect(decimalText(add(decimal('1.5'), decimal('0.125')))).toBe('1.625');
    expect(decimalText(add(decimal('1000000000000.1'), decimal('0.000000000000001')))).toBe(
      '1000000000000.100000000000001',
    );
  });

  it.each([
    ['23', '23.00'],
    ['5.5', '5.50'],
    ['0', '0.00'],
    ['12.345', '12.345'],
  ])('percentage %s is written %s', (rate, written) => {
    expect(percentText(rate)).toBe(written);
  });

  it('round half away from zero', () => {
    expect([5n, -5n, 4n, -4n, 15n].map((n) => roundedQuotient(n, 10n))).toStrictEqual([1n, -1n, 0n, 0n, 2n]);
  });
});

describe('the unit price', () => {
  it('is net and exact where it can be', () => {
    expect(unitPrice(200, netRatio('13'), 177, decimal('2'))).toBe('0.884956');
    expect(unitPrice(123, netRatio('23'), 100, decimal('1'))).toBe('1.00');
    expect(unitPrice(500, WHOLE, 500, decimal('0.25'))).toBe('20.00');
  });

  it('follows the amount when the line carries a rest of its group', () => {
    expect(unitPrice(200, netRatio('23'), 164, decimal('2'))).toBe('0.82');
  });

  it('has more decimals where six do not reach', () => {
    expect(unitPrice(100, netRatio('23'), 81, decimal('3000000'))).toBe('0.00000027');
  });

  it('is 0 for what costs nothing', () => {
    expect(unitPrice(0, netRatio('23'), 0, decimal('3'))).toBe('0.00');
  });

  it('times the quantity is the amount, to half a cent', () => {
    const quantity = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.constantFrom('0', '4', '5.5', '23'),
        fc.integer({ min: -1, max: 1 }),
        quantity,
        (gross, rate, rest, [units, scale]) => {
          const { num, den } = netRatio(rate);
          const amount = Math.max(Number(roundedQuotient(BigInt(gross) * num, den)) + rest, 0);
          const price = decimal(unitPrice(gross, { num, den }, amount, { units: BigInt(units), scale }));
          const digits = 10n ** BigInt(price.scale + scale);
          const off = 100n * price.units * BigInt(units) - BigInt(amount) * digits;
          expect(2n * (off < 0n ? -off : off) <= digits).toBe(true);
        },
      ),
    );
  });
});
