/** Whether the tax of a tax line is that of its percentage. */
import { amountText, sameDecimal, taxInGross, taxOnNet } from './money.ts';

/** A completed tax line; amounts in minor units. */
export interface TaxLine {
  /** Percentage, decimal text. */
  rate: string;
  net: number;
  tax: number;
  gross: number;
  /** The tax is that of the margin alone (`Tax.MarginScheme`): second-hand goods, works of art, travel agencies. */
  onMargin: boolean;
}

/** How the tax of a line does not fit. */
export interface Misfit {
  /** English. */
  text: string;
  /** No document can have it, whoever has issued it: tax at 0 %, or tax and net amount of opposite signs. */
  isImpossible: boolean;
}

/**
 * What is wrong with the tax of a line; null when it fits its percentage. Every
 * position may have been rounded for itself, so that each allows for one unit.
 * @param positions of the group, those without an amount left out
 * @param isNet the positions are net (ESR.TaxN)
 */
export function taxMisfit(line: TaxLine, positions: number, isNet: boolean, digits: number): Misfit | null {
  const { rate, net, tax, gross, onMargin } = line;
  const isTaxed = !sameDecimal(rate, '0');
  // A debit note may charge tax alone, that of an invoice which had too little.
  if (isTaxed && net === 0 && !isNet) return null;
  const full = isNet ? taxOnNet(net, rate) : taxInGross(gross, rate);
  const tolerance = isTaxed ? Math.max(positions, 1) : 0;
  // Neither net amount nor tax has the other sign, and nothing bears no tax.
  const isOfNothing = isNet && net === 0 && tax !== 0;
  const isPart = !isOfNothing && tax >= Math.min(gross, 0) && tax <= Math.max(gross, 0);
  if (isPart && Math.abs(tax - full) <= tolerance) return null;
  const [least, most] = [Math.min(full, 0), Math.max(full, 0)];
  if (onMargin && tax >= least && tax <= most) return null;
  const expected = onMargin ? 'at most ' : '';
  const of = isNet
    ? `a net amount of ${amountText(net, digits)}`
    : `a gross amount of ${amountText(gross, digits)}`;
  const text = `a tax of ${amountText(tax, digits)} does not fit ${rate} % of ${of}; expected ${expected}${amountText(full, digits)}`;
  return { text, isImpossible: !isPart || !isTaxed };
}
