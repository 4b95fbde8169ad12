/** What a receipt adds to the turnover: in all, per tax group and per payment group. */
import { minor } from './money.ts';
import { isNonFiscal, isPayment, isTraining, type JournalRecord } from './tra.ts';

/** Amounts in minor units of the currency. */
export interface Sums {
  /** 1 for a receipt of the turnover, 0 for payments alone. */
  receipts: 0 | 1;
  total: number;
  taxes: { group: string; gross: number; tax: number }[];
  payments: { group: string; amount: number }[];
}

/** Group of payments that name none (answers 11). */
const CASH = 'cash';

/**
 * Sums of a registered record; null for all that adds nothing. The record itself
 * says so, so that what was counted once is counted for ever: records of versions
 * before count whatever document they are.
 * @param digits of the currency
 * @throws RangeError and the like for amounts that are none
 */
export function sumsOf({ _: type, Counts, ESR: esr }: JournalRecord, digits: number): Sums | null {
  if (type !== 'Tra' || !esr || isNonFiscal(esr) || isTraining(esr) || Counts === 'nothing') return null;
  const payments = (esr.PayA ?? []).filter(isPayment).map(({ PayG = CASH, Amt }) => ({
    ...{ group: PayG, amount: minor(Amt ?? '0', digits) },
  }));
  if (Counts === 'payments') return { receipts: 0, total: 0, taxes: [], payments };
  const taxes = (esr.TaxA ?? []).map(({ TaxG = '', Amt, TAmt }) => ({
    ...{ group: TaxG, gross: minor(Amt ?? '0', digits), tax: minor(TAmt ?? '0', digits) },
  }));
  return { receipts: 1, total: minor(esr.T, digits), taxes, payments };
}
