/** Sums of an invoice (BR-CO-10 to BR-CO-17), exact to the cent. */
import type { Fault } from './check.ts';
import type { InvoiceContent } from './content.ts';
import { dividedBy, exact, HUNDRED, ONE, size, times } from './exact.ts';

/** Twice a cent: what quantity times price may differ from the amount of a line (PEPPOL-EN16931-R120). */
const TWO_CENTS = ONE / 50n;

/** Rules that it breaks; amounts that are none are told elsewhere. */
export function sumFaults({ totals, lines, allowances, breakdown }: InvoiceContent): Fault[] {
  const faults: Fault[] = [];
  const value = (text: string) => exact(text) ?? 0n;
  const sum = (texts: string[]) => texts.reduce((total, text) => total + value(text), 0n);
  const equal = (rule: string, stated: string, computed: bigint, text: string) => {
    if (value(stated) !== computed)
      faults.push({ rule, text: `${text}: ${stated || 'nothing'} is stated, ${decimal(computed)} computed` });
  };
  const amounts = (isCharge: boolean) =>
    sum(allowances.filter((a) => a.isCharge === isCharge).map(({ amount }) => amount));
  equal('BR-CO-10', totals.lines, sum(lines.map(({ net }) => net)), 'sum of the lines');
  equal('BR-CO-11', totals.allowances, amounts(false), 'sum of discounts');
  equal('BR-CO-12', totals.charges, amounts(true), 'sum of markups');
  const net = value(totals.lines) - value(totals.allowances) + value(totals.charges);
  equal('BR-CO-13', totals.net, net, 'total without VAT');
  equal('BR-CO-14', totals.tax, sum(breakdown.map(({ tax }) => tax)), 'total VAT');
  equal('BR-CO-15', totals.gross, value(totals.net) + value(totals.tax), 'total with VAT');
  const due = value(totals.gross) - value(totals.paid) + value(totals.rounding);
  equal('BR-CO-16', totals.due, due, 'amount due');
  for (const { category, rate, base, tax } of breakdown) {
    const expected = dividedBy(value(base) * value(rate), HUNDRED);
    if (size(expected - value(tax)) >= ONE)
      faults.push({ rule: 'BR-CO-17', text: `category ${category} ${rate}: ${tax} is no tax of ${base}` });
  }
  for (const { id, quantity, price, baseQuantity, net: stated } of lines) {
    const base = value(baseQuantity === '' ? '1' : baseQuantity);
    const computed = base === 0n ? null : dividedBy(times(value(quantity), value(price)) * ONE, base);
    if (computed === null || size(computed - value(stated)) > TWO_CENTS)
      faults.push({ rule: 'PEPPOL-R120', text: `line ${id}: quantity times price is not ${stated}` });
  }
  return faults;
}

function decimal(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : '';
  const digits = String(size(millionths)).padStart(7, '0');
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6, -4)}`;
}
