import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxInGross } from '../../../receipt/money.ts';
import { netRatio } from './decimals.ts';
import { netShares } from './shares.ts';

const shares = (amounts: number[], net: number, rate: string) => netShares(amounts, net, netRatio(rate)).net;

describe('the net amounts of a group', () => {
  it('are what the percentage makes of each line where that adds up', () => {
    expect(shares([200, 123], 263, '23')).toStrictEqual([163, 100]);
  });

  it('leave the rest to the line that was rounded furthest away', () => {
    // 0.8130 each: two of ten cents are too many.
    expect(shares([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 8, '23')).toStrictEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    // 81.30 and 40.65: the larger one is nearer to what is missing.
    expect(shares([10000, 5000], 12195, '23')).toStrictEqual([8130, 4065]);
  });

  it('keep a line and the one that cancels it equal', () => {
    expect(shares([200, -200, 123], 100, '23')).toStrictEqual([163, -163, 100]);
    expect(shares([1, -1, 1, 1], 1, '23')).toStrictEqual([1, -1, 0, 1]);
  });

  it('are those of a line and its cancellation when nothing is left', () => {
    expect(shares([500, -500], 0, '23')).toStrictEqual([407, -407]);
    expect(shares([100, 100, -200], 0, '23')).toStrictEqual([81, 81, -162]);
  });

  it('share a net amount that does not follow from the percentage', () => {
    expect(shares([10000, 5000], 14100, '23')).toStrictEqual([9400, 4700]);
    expect(shares([-10000, -5000], -14100, '23')).toStrictEqual([-9400, -4700]);
    expect(shares([2650], 0, '12')).toStrictEqual([0]);
  });

  it('always add up, no line more than a cent off', () => {
    const amounts = fc.array(fc.integer({ min: -100_000, max: 1_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.constantFrom('0', '5', '6', '13', '23'), fc.boolean(), (list, rate, refund) => {
        const gross = refund ? list.map((a) => -a) : list;
        const total = gross.reduce((a, b) => a + b, 0);
        const net = total - taxInGross(total, rate);
        const result = shares(gross, net, rate);
        expect(result.reduce((a, b) => a + b, 0)).toBe(net);
        const { num, den } = netRatio(rate);
        gross.forEach((amount, i) => {
          const off = BigInt(result[i]!) * den - BigInt(amount) * num;
          expect(2n * (off < 0n ? -off : off) <= 3n * den).toBe(true);
        });
      }),
    );
  });
});
