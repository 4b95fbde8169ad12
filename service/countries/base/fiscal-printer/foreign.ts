/** Money of another currency, as fiscal printers are told of it. */
import { readAmount } from '../../../receipt/money.ts';
import type { Payment } from '../../../receipt/tra.ts';
import type { PrinterPayment } from '../../contract/fiscal-printer.ts';

const CURRENCY = /^[A-Z]{3}$/;

/**
 * What a payment is in its currency (`CC`, `FAmt`), and what one of it is worth; null where it does not say, or in more than hundredths.
 * @param amount what it is worth, hundredths
 * @param sign -1 where money goes back to the customer
 */
export function foreignMoney(
  { CC, FAmt }: Payment,
  amount: number,
  sign: 1 | -1,
): NonNullable<PrinterPayment['foreign']> | null {
  const currency = typeof CC === 'string' ? CC.toUpperCase() : '';
  const read = readAmount(typeof FAmt === 'string' ? FAmt : '', 2);
  const money = 'minor' in read ? sign * read.minor : 0;
  if (!CURRENCY.test(currency) || money <= 0) return null;
  return { currency, amount: money, rate: rateText(amount, money) };
}

/** What one of it is worth, with four decimals, half up. */
function rateText(amount: number, money: number): string {
  const ten = (BigInt(amount) * 20_000n + BigInt(money)) / (2n * BigInt(money));
  const digits = String(ten).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
