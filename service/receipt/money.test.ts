import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  decimalText,
  minor,
  quantityTimesPrice,
  readAmount,
  sameDecimal,
  split,
  sumMinor,
  taxInGross,
  taxOnNet,
} from './money.ts';

const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
/** Percentages with up to two decimals, as texts. */
const rates = fc
  .integer({ min: 0, max: 9_999 })
  .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);

describe('amounts', () => {
  it.each([
    ['12.3', 1230],
    ['12.30', 1230],
    ['-5', -500],
    ['+0.05', 5],
    ['0005.00', 500],
    ['8.380', 838],
    ['-0.00', 0],
    ['000000000000000.5', 50],
    [`1.50${'0'.repeat(18)}`, 150],
    ['99999999999.99', 9_999_999_999_999],
  ])('reads %s', (text, expected) => {
    expect(readAmount(text, 2)).toStrictEqual({ minor: expected });
  });

  it.each([
    '',
    ' ',
    'abc',
    '1,50',
    '1.',
    '.5',
    '+',
    '-',
    '.',
    '-.5',
    '1.2.3',
    '1.5-',
    '1-5',
    `0.${'0'.repeat(21)}`,
    '1e3',
    '--1',
    '1 000',
    '0x10',
    '١',
    '100000000000',
    'NaN',
  ])('does not take %j for an amount', (text) => {
    expect(readAmount(text, 2)).toStrictEqual({ error: 'type' });
  });

  it('refuses what is no multiple of the smallest unit of the currency', () => {
    expect(readAmount('0.001', 2)).toStrictEqual({ error: 'precision' });
    expect(readAmount('1.5', 0)).toStrictEqual({ error: 'precision' });
    expect(readAmount('1.0', 0)).toStrictEqual({ minor: 1 });
    expect(readAmount('0.001', 3)).toStrictEqual({ minor: 1 });
  });

  it('survives writing and reading in every currency', () => {
    const any = fc.integer({ min: 0, max: 3 }).chain((digits) => {
      const max = Number('9'.repeat(11 + digits));
      return fc.record({ digits: fc.constant(digits), amount: fc.integer({ min: -max, max }) });
    });
    fc.assert(
      fc.property(any, ({ digits, amount }) => {
        const text = amountText(amount, digits);
        expect(readAmount(text, digits)).toStrictEqual({ minor: amount });
        expect(text.split('.')[1]?.length ?? 0).toBe(digits);
      }),
    );
  });

  it('never writes a negative zero', () => {
    expect(amountText(-0, 2)).toBe('0.00');
    expect(amountText(-5, 2)).toBe('-0.05');
  });

  it('stops when a checked text is no amount after all', () => {
    expect(() => minor('twelve', 2)).toThrow('twelve');
    expect(sumMinor('-90071992547409.91', 2)).toBe(-Number.MAX_SAFE_INTEGER);
    for (const text of ['90071992547409.92', '1'.repeat(17), '1.234', 'x'])
      expect(() => sumMinor(text, 2)).toThrow(text);
    expect(minor(undefined, 2)).toBe(0);
  });
});

describe('decimals', () => {
  it.each([
    ['+23.00', '23'],
    ['-0.50', '-0.5'],
    ['-0', '0'],
    ['007', '7'],
    ['100', '100'],
    ['1e5', null],
    ['', null],
  ])('%j is %j in short form', (text, expected) => {
    expect(decimalText(text)).toBe(expected);
  });

  it('are compared by value', () => {
    expect(sameDecimal('23', '23.00')).toBe(true);
    expect(sameDecimal('23', '23.01')).toBe(false);
    expect(sameDecimal('x', 'x')).toBe(false);
  });
});

describe('tax', () => {
  it.each([
    [1230, '23', 230],
    [323, '23', 60],
    [1, '23', 0],
    [3, '23', 1], // 0.561
    [60, '20', 10],
    [3, '20', 1], // exactly 0.5: away from zero
    [-3, '20', -1],
    [1000, '0', 0],
    [10_550, '5.5', 550],
  ])('of %i cents gross at %s %% is %i', (gross, rate, tax) => {
    expect(taxInGross(gross, rate)).toBe(tax);
  });

  it.each([
    [1000, '23', 230],
    [50, '5', 3], // exactly 2.5: away from zero
    [-50, '5', -3],
    [49, '5', 2],
  ])('on %i cents net at %s %% is %i', (net, rate, tax) => {
    expect(taxOnNet(net, rate)).toBe(tax);
  });

  it('of a refund is the negated tax of the sale', () => {
    fc.assert(
      fc.property(cents, rates, (amount, rate) => {
        expect(taxInGross(-amount, rate) + taxInGross(amount, rate)).toBe(0);
        expect(taxOnNet(-amount, rate) + taxOnNet(amount, rate)).toBe(0);
      }),
    );
  });

  it('added to a net amount is found again in the gross amount, within a cent', () => {
    fc.assert(
      fc.property(cents, rates, (net, rate) => {
        const tax = taxOnNet(net, rate);
        expect(Math.abs(taxInGross(net + tax, rate) - tax)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('quantity times price', () => {
  it.each([
    ['3', '0.1', 30], // 0.30000000000000004 in binary
    ['0.335', '10', 335],
    ['1', '0.005', 1],
    ['-1', '0.005', -1],
    ['1', '0.0049', 0],
    ['41.27', '1.599', 6599], // 65.99073
    ['2', '1.005', 201],
    ['1000000', '9999.99', 999_999_000_000],
    ['-1', '0', 0],
    ['-1', '0.001', 0],
  ])('%s x %s is %i cents', (quantity, price, expected) => {
    expect(quantityTimesPrice(quantity, price, 2)).toBe(expected);
  });

  it('knows currencies without cents', () => {
    expect(quantityTimesPrice('1.5', '3', 0)).toBe(5);
  });
});

describe('taxes and products', () => {
  const digits = (most: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most })
      .map((all) => all.join('').replace(/^0+(?=\d)/, ''));
  /** From `0` to fifteen digits on both sides of the point, some with a sign. */
  const decimals = fc
    .tuple(fc.boolean(), digits(15), fc.option(digits(15), { nil: '' }))
    .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`);
  const percentages = decimals.map((text) => text.replace('-', ''));
  const amounts = fc.oneof(cents, fc.maxSafeInteger());
  /** A decimal text as a fraction. */
  const fraction = (text: string) => {
    const [whole = '', behind = ''] = text.split('.');
    return { over: BigInt(whole + behind), under: 10n ** BigInt(behind.length) };
  };
  /** Rounded half away from zero. */
  const rounded = (over: bigint, under: bigint) => {
    const isNegative = over < 0n;
    const q = (2n * (isNegative ? -over : over) + under) / (2n * under);
    return Number(isNegative ? -q : q);
  };
  /** Percentages count to the sixth decimal. */
  const millionths = (rate: string) => {
    const { over, under } = fraction(rate);
    return BigInt((2n * over * 1_000_000n + under) / (2n * under));
  };

  it('are those of whole numbers without end, however long they are', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.integer({ min: 0, max: 3 }), (quantity, price, places) => {
        const [q, p] = [fraction(quantity), fraction(price)];
        const expected = rounded(q.over * p.over * 10n ** BigInt(places), q.under * p.under);
        expect(quantityTimesPrice(quantity, price, places)).toBe(expected);
      }),
    );
    fc.assert(
      fc.property(amounts, percentages, (amount, rate) => {
        const r = millionths(rate);
        const hundred = 100_000_000n;
        expect(taxOnNet(amount, rate)).toBe(rounded(BigInt(amount) * r, hundred));
        expect(taxInGross(amount, rate)).toBe(rounded(BigInt(amount) * r, hundred + r));
      }),
    );
  });
});

describe('splitting', () => {
  const weights = fc.array(cents, { minLength: 1, maxLength: 12 });

  it('keeps every cent', () => {
    fc.assert(
      fc.property(cents, weights, (amount, w) => {
        const shares = split(amount, w);
        expect(shares).toHaveLength(w.length);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(amount);
      }),
    );
  });

  it('is proportional within one cent', () => {
    fc.assert(
      fc.property(cents, weights, (amount, w) => {
        const total = w.reduce((a, b) => a + b, 0);
        fc.pre(total !== 0);
        split(amount, w).forEach((share, i) => {
          const error = BigInt(share) * BigInt(total) - BigInt(amount) * BigInt(w[i]!);
          expect(error < 0n ? -error : error).toBeLessThan(BigInt(Math.abs(total)));
        });
      }),
    );
  });

  it('gives the last cents to the largest remainders, ties to the earlier one', () => {
    expect(split(100, [1, 1, 1])).toStrictEqual([34, 33, 33]);
    expect(split(-100, [1, 1, 1])).toStrictEqual([-34, -33, -33]);
    expect(split(10, [1, 2, 6])).toStrictEqual([1, 2, 7]);
    expect(split(5, [0, 1])).toStrictEqual([0, 5]);
  });

  it('lets a voided line cancel its share', () => {
    expect(split(-50, [1000, -1000, 500])).toStrictEqual([-100, 100, -50]);
  });

  it('lets a voided line cancel its share to the cent', () => {
    // Two cents are missing, and 76.58 of the voided line would be nearest to one of them.
    expect(split(-51, [1000, -1000, 333, 333])).toStrictEqual([-76, 76, -26, -25]);
    // The first or the second one was voided.
    expect(split(-77, [1000, 1000, -1000, 333, 333])).toStrictEqual([-46, -46, 46, -16, -15]);
    fc.assert(
      fc.property(cents, weights, fc.nat(), cents, (amount, others, at, voided) => {
        fc.pre(others.reduce((a, b) => a + b, 0) !== 0);
        const w = others.toSpliced(at % others.length, 0, voided, -voided);
        const shares = split(amount, w);
        const sums = Map.groupBy(w.keys(), (i) => Math.abs(w[i]!));
        for (const [weight, members] of sums) {
          const balanced = members.reduce((s, i) => s + w[i]!, 0) === 0;
          if (weight !== 0 && balanced) expect(members.reduce((s, i) => s + shares[i]!, 0)).toBe(0);
        }
      }),
    );
  });

  it('puts everything on the first when nothing is there to be in proportion to', () => {
    expect(split(7, [5, -5])).toStrictEqual([7, 0]);
    expect(split(-7, [0, 0])).toStrictEqual([-7, 0]);
  });
});
