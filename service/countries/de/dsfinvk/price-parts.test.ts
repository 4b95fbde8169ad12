import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, taxInGross, taxOnNet } from '../../../receipt/money.ts';
import type { Position, Tax } from '../../../receipt/tra.ts';
import { runs } from '../../../testing/runs.ts';
import { linesOf } from './lines.ts';

const DAY = '2026-03-02';
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

interface Sold {
  /** Amounts in cents: of the position, and of the discounts and markups on it. */
  parts: readonly (readonly number[])[];
  rate?: string;
  pricesAreNet?: boolean;
  /** Printed tax where it is not that of the percentage, cents. */
  tax?: number;
}

/** The lines of a receipt of one tax group. */
function lines({ parts, rate = '19', pricesAreNet = false, tax }: Sold) {
  const PosA = parts.flatMap(([base, ...changes], i): Position[] => [
    { _: 'Pos', PN: String(i + 1), Dsc: 'Ware', TaxG: 'A', Amt: amountText(base!, 2) },
    ...changes.map((change) => ({ _: 'Mod', PN: String(i + 1), Amt: amountText(change, 2) })),
  ]);
  const whole = sum(parts.map(sum));
  const printed = tax ?? (pricesAreNet ? taxOnNet : taxInGross)(whole, rate);
  const TaxA: Tax[] = [{ _: 'Tax', TaxG: 'A', Prc: rate, TAmt: amountText(printed, 2) }];
  return linesOf({ PosA, TaxA, ...(pricesAreNet && { TaxN: '1' }) }, DAY, []);
}

const rows = (sold: Sold) =>
  lines(sold).flatMap((line) => line.parts.map(({ type, gross, net, tax }) => [type, gross, net, tax]));

describe('the price of a line', () => {
  it.each([
    ['all', -1000, [-1000, -840, -160]],
    ['nearly all', -997, [-997, -837, -160]],
    ['much', -990, [-990, -832, -158]],
    ['a tenth', -100, [-100, -84, -16]],
  ])('was there with its own tax before %s was taken off', (_name, change, discount) => {
    expect(rows({ parts: [[1000, change]] })).toEqual([
      ['base_amount', 1000, 840, 160],
      ['discount', ...discount],
    ]);
  });

  it('is taken back as it was sold', () => {
    expect(rows({ parts: [[-1000, 997]] })).toEqual([
      ['base_amount', -1000, -840, -160],
      ['extra_amount', 997, 837, 160],
    ]);
  });

  it('may be net', () => {
    expect(rows({ parts: [[1000, -1000, 300]], pricesAreNet: true })).toEqual([
      ['base_amount', 1190, 1000, 190],
      ['discount', -1190, -1000, -190],
      ['extra_amount', 357, 300, 57],
    ]);
  });

  it('has the tax of a margin in proportion', () => {
    const sold = { parts: [[10_000, -5000], [15_000]], tax: 400 };
    expect(rows(sold)).toEqual([
      ['base_amount', 10_000, 9800, 200],
      ['discount', -5000, -4900, -100],
    ]);
  });

  it('adds up from parts whose tax is their own but for a cent or two', () => {
    const cents = fc.integer({ min: -20_000, max: 20_000 });
    const part = fc.tuple(cents, fc.array(cents, { maxLength: 6 })).map(([base, more]) => [base, ...more]);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('19', '7', '5.5', '0'),
        fc.boolean(),
        (parts, rate, pricesAreNet) => {
          const own = pricesAreNet ? taxOnNet : taxInGross;
          for (const line of lines({ parts, rate, pricesAreNet })) {
            if (line.parts.length === 0) continue;
            for (const value of ['gross', 'net', 'tax'] as const)
              expect(sum(line.parts.map((each) => each[value]))).toBe(line.vat[value]);
            for (const { gross, net, tax } of line.parts) {
              expect(net + tax).toBe(gross);
              expect(Math.abs(tax - own(pricesAreNet ? net : gross, rate))).toBeLessThanOrEqual(2);
            }
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
