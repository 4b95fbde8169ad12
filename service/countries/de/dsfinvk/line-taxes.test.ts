import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { taxInGross, taxOnNet } from '../../../receipt/money.ts';
import { taxedLines } from './line-taxes.ts';

const amounts = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 8 });
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('the taxes of lines', () => {
  it('add up to what was printed, line by line to gross, and are off by a cent at most', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('19', '7', '5.5', '0'),
        fc.boolean(),
        (own, rate, pricesAreNet) => {
          const rounded = pricesAreNet ? taxOnNet : taxInGross;
          const tax = rounded(sum(own), rate);
          const lines = taxedLines(own, { rate, tax }, pricesAreNet);
          expect(sum(lines.map((line) => line.tax))).toBe(tax);
          lines.forEach((line, i) => {
            expect(line.net + line.tax).toBe(line.gross);
            expect(pricesAreNet ? line.net : line.gross).toBe(own[i]);
            expect(Math.abs(line.tax - rounded(own[i]!, rate))).toBeLessThanOrEqual(1);
          });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('share a tax that does not follow from the percentage', () => {
    const lines = taxedLines([10_000, 30_000], { rate: '19', tax: 400 }, false);
    expect(lines.map(({ tax }) => tax)).toEqual([100, 300]);
  });
});
