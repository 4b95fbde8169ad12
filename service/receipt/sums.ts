/** What a receipt adds to the turnover: in all, per tax group and per payment group. */
import { minor } from './money.ts';
import { isNonFiscal, isPayment, isTraining, type JournalRecord } from './tra.ts';

/** Amounts in minor units of the currency. */
export interface Sums {
  total: number;
  taxes: { group: string; gross: number; tax: number }[];
  payments: { group: string; amount: number }[];
}

/** Group of payments that name none (answers 11). */
const CASH = 'cash';

/**
 * Sums of a registered record; null for all that is no fiscal receipt.
 * @param digits of the currency
 * @throws RangeError and the like for amounts that are none
 */
export function sumsOf({ _: type, ESR: esr }: JournalRecord, digits: number): Sums | null {
  if (type !== 'Tra' || !esr || isNonFiscal(esr) || isTraining(esr)) return null;
  return {
    total: minor(esr.T, digits),
    taxes: (esr.TaxA ?? []).map(({ TaxG = '', Amt, TAmt }) => ({
      ...{ group: TaxG, gross: minor(Amt ?? '0', digits), tax: minor(TAmt ?? '0', digits) },
    })),
    payments: (esr.PayA ?? []).filter(isPayment).map(({ PayG = CASH, Amt }) => ({
      ...{ group: PayG, amount: minor(Amt ?? '0', digits) },
    })),
  };
}
