/**
 * What the TSE signs about a process (DSFinV-K, appendix on the TSE): gross amounts with a
 * decimal point, five sums in fixed order, payments by type and currency. Pure.
 */
import { amountText, decimalText, minor } from '../../receipt/money.ts';
import {
  isPayment,
  isPosition,
  type CompleteEsr,
  type Payment,
  type Position,
  type Tax,
} from '../../receipt/tra.ts';
import { paymentTypeOf } from './business-case.ts';
import type { BonType } from './kept.ts';
import { groupOf } from './taxes.ts';

/** Process data of a process that was begun and became nothing. */
export const ABORTED = 'AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^';
const POSITIONS = 5;
const CARRIAGE_RETURN = '\r';

/** `Kassenbeleg-V1`. @param day of the receipt, `YYYY-MM-DD` */
export function receiptData(
  bon: BonType,
  { TaxA, PayA }: Pick<CompleteEsr, 'TaxA' | 'PayA'>,
  day: string,
): string {
  return `${bon}^${sumsText(taxSums(TaxA, day))}^${paymentsText(PayA)}`;
}

/** `Kassenbeleg-V1` of money that moves without a sale: it stands in the last sum. */
export function moneyData(bon: BonType, { PayA }: Pick<CompleteEsr, 'PayA'>): string {
  const total = PayA.filter((p) => isPayment(p) && paymentTypeOf(p) !== 'Keine').reduce(
    (sum, { Amt }) => sum + minor(Amt, 2),
    0,
  );
  return `${bon}^${sumsText([0, 0, 0, 0, total])}^${paymentsText(PayA)}`;
}

/** `Bestellung-V1`: a line for each position, with its quantity and the price of one. */
export function orderData(positions: readonly Position[]): string {
  return positions.filter(isPosition).map(orderLine).join(CARRIAGE_RETURN);
}

/** Gross amounts by place, minor units. A tax that is none of ours is checked before. */
function taxSums(taxes: readonly Tax[], day: string): number[] {
  const sums = new Array<number>(POSITIONS).fill(0);
  for (const tax of taxes) sums[(groupOf(tax, day)?.position ?? POSITIONS) - 1]! += minor(tax.Amt, 2);
  return sums;
}

function sumsText(sums: readonly number[]): string {
  return sums.map((sum) => amountText(sum, 2)).join('_');
}

/** Cash before all else, in each of them euros before other money by its name; what comes to nothing is left out. */
function paymentsText(payments: readonly Payment[]): string {
  const sums = new Map<string, { isCash: boolean; currency: string; amount: number }>();
  for (const payment of payments) {
    const type = paymentTypeOf(payment);
    if (!isPayment(payment) || type === 'Keine') continue;
    const { CC = 'EUR', FAmt, Amt } = payment;
    const isForeign = CC !== 'EUR' && FAmt !== undefined;
    const [isCash, currency] = [type === 'Bar', isForeign ? CC : ''];
    const key = `${isCash ? 0 : 1}${currency}`;
    const { amount = 0 } = sums.get(key) ?? {};
    sums.set(key, { isCash, currency, amount: amount + minor(isForeign ? FAmt : Amt, 2) });
  }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { isCash, currency, amount }]) =>
      [amountText(amount, 2), isCash ? 'Bar' : 'Unbar', ...(currency ? [currency] : [])].join(':'),
    )
    .join('_');
}

function orderLine({ Qty, Amt, Pri, Dsc = '' }: Position): string {
  const amount = minor(Amt, 2);
  const quantity = decimalText(Qty ?? (amount < 0 ? '-1' : '1')) ?? '1';
  return `${quantity};"${Dsc.replaceAll('"', '""')}";${unitPrice(Pri, amount, quantity)}`;
}

/** The price that was sent, else that of one piece, rounded to the cent. */
function unitPrice(Pri: string | undefined, amount: number, quantity: string): string {
  if (Pri !== undefined) return amountText(roundedMinor(Pri), 2);
  const [whole = '0', decimals = ''] = quantity.replace('-', '').split('.');
  const scaled = BigInt(whole + decimals);
  if (scaled === 0n) return '0.00';
  const numerator = BigInt(Math.abs(amount)) * 10n ** BigInt(decimals.length);
  const rounded = (numerator * 2n + scaled) / (scaled * 2n);
  const sign = amount < 0 === quantity.startsWith('-') ? 1 : -1;
  return amountText(sign * Number(rounded), 2);
}

/** Cents of a decimal that may be finer, half away from zero. */
function roundedMinor(text: string): number {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const cents =
    Number(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}`) + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  return text.startsWith('-') ? -cents : cents;
}
