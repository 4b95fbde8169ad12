/** Payments of a document by the tax authority's mechanisms. */
import { amountText, minor } from '../../../receipt/money.ts';
import { isPayment } from '../../../receipt/tra.ts';
import { withheld } from '../withholding.ts';
import type { Entry } from './entry.ts';

/** The mechanisms of the schema; a receipt may name them directly. */
const MECHANISMS = new Set('CC CD CH CI CO CS DE LC MB NU OU PR TB TR'.split(' '));
const CASH = 'NU';
const OTHER = 'OU';

/** Mechanisms of the standard payment groups (doc 3, PT payment codes). */
const STANDARD: Readonly<Record<string, string>> = {
  cash: CASH,
  change: CASH,
  refund: CASH,
  foreign: CASH,
  creditcard: 'CC',
  debitcard: 'CD',
  check: 'CH',
  creditnote: 'CS',
  loyalty: 'DE',
  open: 'LC',
  atm: 'MB',
  mobile: 'TB',
  title: 'TR',
  voucher: 'CO',
  deposit: 'PR',
  rounding: OTHER,
};

/** The mechanism of a payment group; what is not known is "other". */
export function mechanismOf(group: string | undefined): string {
  if (group === undefined) return CASH;
  if (MECHANISMS.has(group)) return group;
  return Object.hasOwn(STANDARD, group) ? STANDARD[group]! : OTHER;
}

/**
 * What was paid by each mechanism, cents, never negative: change and rounding
 * are taken off the cash, else off the largest payment. Adds up to the total
 * less what is withheld.
 */
export function paidBy({ esr, direction }: Entry): Map<string, number> {
  const sums = new Map<string, number>();
  for (const payment of esr.PayA.filter(isPayment)) {
    const mechanism = mechanismOf(payment.PayG);
    sums.set(mechanism, (sums.get(mechanism) ?? 0) + minor(payment.Amt, 2) * direction);
  }
  // What the buyer withholds is part of the total and never paid.
  let off = withheld(esr);
  for (const [mechanism, amount] of sums) {
    if (amount > 0) continue;
    off -= amount;
    sums.delete(mechanism);
  }
  while (off > 0 && sums.size > 0) {
    const mechanism = sums.has(CASH) ? CASH : largest(sums);
    const amount = sums.get(mechanism)!;
    if (amount > off) sums.set(mechanism, amount - off);
    else sums.delete(mechanism);
    off -= Math.min(amount, off);
  }
  return sums;
}

function largest(sums: ReadonlyMap<string, number>): string {
  return [...sums].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/**
 * The payments as elements of the given name. An invoice-receipt must have one,
 * even when there was nothing to pay.
 */
export function paymentElements(name: 'Payment' | 'PaymentMethod', entry: Entry): string {
  const paid = paidBy(entry);
  if (paid.size === 0 && entry.type === 'FR') paid.set(CASH, 0);
  let xml = '';
  for (const [mechanism, amount] of paid) {
    xml += `<${name}><PaymentMechanism>${mechanism}</PaymentMechanism><PaymentAmount>${amountText(amount, 2)}</PaymentAmount><PaymentDate>${entry.date}</PaymentDate></${name}>`;
  }
  return xml;
}
