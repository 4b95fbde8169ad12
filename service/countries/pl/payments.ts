/** How a receipt is paid, as Polish printers count it: the types of the Posnet protocol, and one more. */
import { minor } from '../../receipt/money.ts';
import { isPayment, type Payment } from '../../receipt/tra.ts';
import { foreignMoney } from '../base/fiscal-printer/foreign.ts';
import type { PrinterPayment } from '../contract/fiscal-printer.ts';

const [CASH, CARD, CHEQUE, COUPON, CREDIT, OTHER, VOUCHER, TRANSFER, MOBILE] = [0, 2, 3, 4, 5, 6, 7, 8, 9];
/** {@link PrinterPayment.index}: a payment, and what is given back as change. */
const [PAID, CHANGE] = [0, 1];
/** Payments of one receipt. */
const MOST_PAYMENTS = 16;

const TYPES: Readonly<Record<string, number>> = {
  ...{ cash: CASH, change: CASH, refund: CASH, atm: CASH, foreign: OTHER },
  ...{ creditcard: CARD, debitcard: CARD, ec: CARD, mobile: MOBILE, check: CHEQUE },
  ...{ title: COUPON, ticket: COUPON, loyalty: COUPON, voucher: VOUCHER, creditnote: VOUCHER },
  ...{ open: CREDIT, credit: CREDIT, transfer: TRANSFER, rounding: OTHER, other: OTHER },
};

/** National payment groups. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(Object.keys(TYPES));

/** What is wrong with a payment, with its index in PayA. */
export interface WrongPayment {
  at: number;
  text: string;
}

/** Payments of a sale; what is given back comes last, as one amount, in cash. */
export function printerPayments(
  sent: readonly Payment[],
): { payments: PrinterPayment[] } | { wrong: WrongPayment[] } {
  const wrong: WrongPayment[] = [];
  const payments: PrinterPayment[] = [];
  // Change for foreign money is złote.
  let [cash, change] = [0, 0];
  sent.forEach((payment, at) => {
    if (!isPayment(payment)) return;
    const { PayG = 'cash' } = payment;
    const amount = minor(payment.Amt, 2);
    const type = Object.hasOwn(TYPES, PayG) ? TYPES[PayG]! : null;
    if (type === null) {
      const group = JSON.stringify(PayG.slice(0, 40));
      wrong.push({ at, text: `the printer does not know how to count ${group}` });
    } else if (amount < 0 && type === CASH) change -= amount;
    else if (amount < 0) wrong.push({ at, text: 'is given back on a receipt that is paid; change is cash' });
    else if (amount > 0) {
      const foreign = PayG === 'foreign' ? foreignMoney(payment, amount, 1) : null;
      if (type === CASH || PayG === 'foreign') cash += amount;
      payments.push({ text: nameOf(payment), amount, type, index: PAID, ...(foreign && { foreign }) });
    }
  });
  if (change > cash) {
    const at = sent.findIndex(({ PayG }) => PayG === 'change' || PayG === 'refund');
    wrong.push({ at: Math.max(at, 0), text: 'more is given back than was paid in cash' });
  }
  if (payments.length > MOST_PAYMENTS)
    wrong.push({ at: MOST_PAYMENTS, text: `a printer takes ${MOST_PAYMENTS} payments` });
  if (wrong.length > 0) return { wrong };
  // The printer names cash itself.
  return {
    payments: [...payments, ...(change > 0 ? [{ text: '', amount: change, type: CASH, index: CHANGE }] : [])],
  };
}

function nameOf({ Dsc = '', PayG = '', CC, FAmt }: Payment): string {
  const name = Dsc.trim() || PayG;
  return CC !== undefined && FAmt !== undefined ? `${name} ${FAmt} ${CC}` : name;
}
