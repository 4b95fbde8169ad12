/** Sums of a closing (Kassenabschlussmodul): of business processes (`Beleg`) alone, all others move nothing (DE47). */
import { addDecimals, amountText } from '../../../receipt/money.ts';
import type { BusinessCase, PaymentType } from '../business-case.ts';
import type { Bon, VatAmounts } from './bon.ts';

const HOME_CURRENCY = 'EUR';

/** Cents as decimal text. */
export function cents(amount: number): string {
  return amountText(amount, 2);
}

interface CaseSum extends VatAmounts {
  businessCase: BusinessCase;
  name: string;
  agency: number;
}

interface PaymentSum {
  type: PaymentType;
  name: string;
  amount: number;
}

/** The sums of one closing. */
export class Totals {
  /** BON_ID of the first and last process; empty without any. */
  firstId = '';
  lastId = '';
  /** All payments, and those in cash, cents. */
  paid = 0;
  paidInCash = 0;
  /** VAT keys of all processes. */
  readonly vatKeys = new Set<number>();
  /** Input devices of all processes. */
  readonly devices = new Set<string>();
  private readonly cases = new Map<string, CaseSum>();
  private readonly paymentSums = new Map<string, PaymentSum>();
  /** Cash by currency, decimal texts. */
  private readonly cash = new Map<string, string>();

  /** Takes a process of the closing, in order. */
  take(bon: Bon): void {
    if (this.firstId === '') this.firstId = bon.id;
    this.lastId = bon.id;
    for (const { key } of bon.vat) this.vatKeys.add(key);
    for (const { vat, device, components } of bon.lines) {
      for (const { key } of [vat, ...components]) this.vatKeys.add(key);
      if (device !== '') this.devices.add(device);
    }
    if (bon.type !== 'Beleg') return;
    for (const line of bon.lines) this.takeLine(line);
    for (const payment of bon.payments) this.takePayment(payment);
  }

  /** Sums by business case, name, agency and VAT key. */
  businessCases(): CaseSum[] {
    return sorted(this.cases);
  }

  /** Sums by type and name of payment. */
  payments(): PaymentSum[] {
    return sorted(this.paymentSums);
  }

  /** Cash by currency, our own first; amounts as decimal texts. There is always one of ours. */
  currencies(): { currency: string; amount: string }[] {
    const { [HOME_CURRENCY]: home = '0.00', ...others } = Object.fromEntries(this.cash);
    const foreign = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
    return [[HOME_CURRENCY, home] as const, ...foreign].map(([currency, amount]) => ({ currency, amount }));
  }

  private takeLine({ businessCase, caseName: name, agency, vat }: Bon['lines'][number]): void {
    const id = `${businessCase}\n${name}\n${String(agency).padStart(9, '0')}\n${String(vat.key).padStart(9, '0')}`;
    const sum = this.cases.get(id);
    if (!sum) this.cases.set(id, { businessCase, name, agency, ...vat });
    else {
      sum.gross += vat.gross;
      sum.net += vat.net;
      sum.tax += vat.tax;
    }
  }

  private takePayment({ type, name, amount, foreign }: Bon['payments'][number]): void {
    const id = `${type}\n${name}`;
    const sum = this.paymentSums.get(id);
    if (sum) sum.amount += amount;
    else this.paymentSums.set(id, { type, name, amount });
    this.paid += amount;
    if (type !== 'Bar') return;
    this.paidInCash += amount;
    const currency = foreign?.currency ?? HOME_CURRENCY;
    const before = this.cash.get(currency) ?? '0.00';
    this.cash.set(currency, addDecimals(before, foreign?.amount ?? cents(amount)));
  }
}

/** In the order of their keys, so that an export is the same whenever it is made. */
function sorted<T>(sums: ReadonlyMap<string, T>): T[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
