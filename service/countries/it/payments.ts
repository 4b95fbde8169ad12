/**
 * How a receipt is paid, as the printer counts it: cash, electronic, meal vouchers,
 * not collected. The authority compares electronic payments with what the card
 * terminals took in (law 207/2024, art. 1, 74 to 77), so that they have to be true.
 */
import { minor } from '../../receipt/money.ts';
import { isPayment, type Payment } from '../../receipt/tra.ts';
import type { PrinterPayment } from '../contract/fiscal-printer.ts';

type Means = Pick<PrinterPayment, 'type' | 'index'>;

const CASH: Means = { type: 0, index: 0 };
const ELECTRONIC: Means = { type: 2, index: 1 };
/** Groups by what they are; those with a dash are the printer's own type and index. */
const MEANS: Readonly<Record<string, Means>> = {
  ...{ cash: CASH, change: CASH, refund: CASH, atm: CASH, foreign: CASH },
  check: { type: 1, index: 0 },
  ...{ creditcard: ELECTRONIC, debitcard: ELECTRONIC, mobile: ELECTRONIC, ec: ELECTRONIC },
  ...{ title: { type: 4, index: 1 }, ticket: { type: 4, index: 1 } },
  credit: { type: 5, index: 0 },
  // An open item is a commercial invoice (doc 3): the invoice follows.
  open: { type: 5, index: 3 },
  ...{ loyalty: { type: 6, index: 0 }, rounding: { type: 6, index: 0 } },
  ...{ creditnote: { type: 6, index: 1 }, voucher: { type: 6, index: 1 } },
  ...Object.fromEntries(
    [
      '0-00',
      '1-00',
      '2-00',
      '2-01',
      '4-01',
      '5-00',
      '5-01',
      '5-02',
      '5-03',
      '5-04',
      '5-05',
      '6-00',
      '6-01',
    ].map((code) => [code, { type: Number(code[0]), index: Number(code.slice(2)) }]),
  ),
};
/** What is not collected now. */
const NOT_COLLECTED = 5;

/** National payment groups. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(Object.keys(MEANS));

/** What a payment is; null for a group that says nothing of it. */
function meansOf({ PayG = 'cash' }: Payment): Means | null {
  return Object.hasOwn(MEANS, PayG) ? MEANS[PayG]! : null;
}

/** What was not collected of a receipt, cents with their sign. */
export function notCollected(payments: readonly Payment[]): number {
  return payments
    .filter((payment) => isPayment(payment) && meansOf(payment)?.type === NOT_COLLECTED)
    .reduce((sum, { Amt }) => sum + minor(Amt, 2), 0);
}

/** What is wrong with a payment, with its index in PayA. */
export interface WrongPayment {
  at: number;
  text: string;
}

/**
 * Payments in the order that the printer wants them: cash comes last and as one amount,
 * because nothing is taken any more once the total is covered. What is given back as change
 * the printer works out.
 * @param sign -1 where money goes back to the customer
 */
export function printerPayments(
  sent: readonly Payment[],
  sign: 1 | -1,
): { payments: PrinterPayment[] } | { wrong: WrongPayment[] } {
  const wrong: WrongPayment[] = [];
  const others: PrinterPayment[] = [];
  let [cash, change, name] = [0, 0, ''];
  sent.forEach((payment, at) => {
    if (!isPayment(payment)) return;
    const amount = sign * minor(payment.Amt, 2);
    const means = meansOf(payment);
    if (!means) {
      wrong.push({
        at,
        text: `the printer does not know how to count ${JSON.stringify(payment.PayG!.slice(0, 40))}`,
      });
    } else if (means.type !== CASH.type) {
      if (amount < 0) wrong.push({ at, text: `is given back on a receipt that is paid` });
      else if (amount > 0) others.push({ text: nameOf(payment), amount, ...means });
    } else if (amount < 0) change -= amount;
    else {
      cash += amount;
      name ||= nameOf(payment);
    }
  });
  if (change > cash) {
    const at = sent.findIndex(({ PayG }) => PayG === 'change' || PayG === 'refund');
    wrong.push({ at: Math.max(at, 0), text: 'more is given back than was paid in cash' });
  }
  if (wrong.length > 0) return { wrong };
  const last = cash > 0 ? [{ text: name, amount: cash, ...CASH }] : [];
  return { payments: [...others, ...last] };
}

function nameOf({ Dsc = '', PayG = '' }: Payment): string {
  return Dsc.trim() || PayG;
}
