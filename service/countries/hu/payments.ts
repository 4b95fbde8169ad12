/**
 * How a receipt is paid, as Hungarian printers count it. There are no coins below 5 forint
 * (Act III of 2008): what is paid in cash is a multiple of it, and the rest is a payment of
 * its own, the rounding. Amounts in hundredths of a forint.
 */
import { amountText, minor } from '../../receipt/money.ts';
import { isPayment, type Payment } from '../../receipt/tra.ts';
import { foreignMoney } from '../base/fiscal-printer/foreign.ts';
import type { PrinterPayment } from '../contract/fiscal-printer.ts';

/** Of the printer: iFiscalType. */
export const FISCAL_TYPE = { cash: 0, card: 1, other: 2, rounding: 3, foreign: 4, change: 6 } as const;
const {
  cash: CASH,
  card: CARD,
  other: OTHER,
  rounding: ROUNDING,
  foreign: FOREIGN,
  change: CHANGE,
} = FISCAL_TYPE;

/** Groups by type; those with a dash are the printer's own type and subtype. */
const TYPES: Readonly<Record<string, readonly [number, number]>> = {
  ...{ cash: [CASH, 0], change: [CASH, 0], refund: [CASH, 0], atm: [CASH, 0] },
  ...{ creditcard: [CARD, 0], debitcard: [CARD, 0], mobile: [CARD, 0], ec: [CARD, 0] },
  ...{ rounding: [ROUNDING, 0], foreign: [FOREIGN, 0] },
  ...{ open: [OTHER, 0], creditnote: [OTHER, 0], loyalty: [OTHER, 0], title: [OTHER, 0] },
  ...{ check: [OTHER, 0], voucher: [OTHER, 0], ticket: [OTHER, 0], credit: [OTHER, 0] },
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((sub) => [`2-${sub}`, [OTHER, sub] as const])),
};
/** 5 forint, and one. */
const COIN = 500;
const FORINT = 100;

/** National payment groups. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(Object.keys(TYPES));

/** The multiple of 5 forint that an amount is paid with: 1232 is 1230, 1233 is 1235. Also of negative ones. */
export function roundedToCoins(amount: number): number {
  return Math.sign(amount) * Math.floor((Math.abs(amount) + COIN / 2) / COIN) * COIN;
}

/** What is wrong with a payment, with its index in PayA. */
export interface WrongPayment {
  at: number;
  text: string;
}

/** Payments as the printer takes them. @param sign -1 where money goes back to the customer */
export function printerPayments(
  sent: readonly Payment[],
  sign: 1 | -1,
): { payments: PrinterPayment[] } | { wrong: WrongPayment[] } {
  const wrong: WrongPayment[] = [];
  const payments: PrinterPayment[] = [];
  let [cash, given] = [0, 0];
  let rounding = { at: -1, amount: 0 };
  let hasForeign = false;
  /** Text of what is paid in cash, if only nothing: 2 forint are rounded to none. */
  let inCash: string | null = null;
  sent.forEach((payment, at) => {
    if (!isPayment(payment)) return;
    const amount = sign * minor(payment.Amt, 2);
    const { PayG = 'cash', Dsc = '' } = payment;
    const text = Dsc.trim() || PayG;
    const refuse = (why: string) => wrong.push({ at, text: why });
    const [type, index] = (Object.hasOwn(TYPES, PayG) ? TYPES[PayG] : undefined) ?? [-1, 0];
    if (type === -1) refuse(`the printer does not know how to count ${JSON.stringify(PayG.slice(0, 40))}`);
    else if (type === ROUNDING) {
      if (rounding.at >= 0) refuse('a receipt is rounded once');
      rounding = { at, amount };
    } else if (type === CASH) {
      if (amount % COIN !== 0) refuse(coinText(amount));
      inCash ??= text;
      if (amount < 0) given -= amount;
      else cash += amount;
      if (amount < 0) payments.push({ text, amount: -amount, type: CHANGE, index: 0 });
      else if (amount > 0) payments.push({ text, amount, type, index });
    } else if (amount < 0) refuse('is given back on a receipt that is paid');
    else if (amount % FORINT !== 0) refuse('there is no smaller money than one forint');
    else if (type === FOREIGN) {
      hasForeign = true;
      const foreign = foreignMoney(payment, amount, sign);
      if (foreign) payments.push({ text, amount, type, index, foreign });
      else refuse('foreign money has its currency (CC) and its amount in it (FAmt)');
    } else if (amount > 0) payments.push({ text, amount, type, index });
  });
  if (given > cash && !hasForeign)
    wrong.push({ at: indexOfChange(sent), text: 'more is given back than was paid in cash' });
  if (rounding.at >= 0) {
    const problem = roundingProblem(rounding.amount, cash - given, hasForeign, inCash !== null);
    if (problem) wrong.push({ at: rounding.at, text: problem });
    else if (rounding.amount !== 0) {
      if (payments.length === 0 && inCash !== null)
        payments.push({ text: inCash, amount: 0, type: CASH, index: 0 });
      payments.push({ text: 'Kerekítés', amount: rounding.amount, type: ROUNDING, index: 0 });
    }
  }
  return wrong.length > 0 ? { wrong } : { payments };
}

/** @param net cash that stays */
function roundingProblem(amount: number, net: number, hasForeign: boolean, hasCash: boolean): string | null {
  const due = net + amount;
  if (net === 0 && !hasForeign && !hasCash)
    return Math.abs(amount) < FORINT ? null : 'only cash is rounded to 5 forint';
  if (hasForeign ? Math.abs(amount) <= COIN / 2 : roundedToCoins(due) === net) return null;
  return `${plain(due)} is paid with ${plain(roundedToCoins(due))} in cash`;
}

function coinText(amount: number): string {
  const paid = roundedToCoins(amount);
  return `cash is a multiple of 5 forint: send ${plain(paid)}, and ${plain(amount - paid)} as a payment of the group rounding`;
}

function plain(amount: number): string {
  return amountText(amount, 2);
}

function indexOfChange(sent: readonly Payment[]): number {
  return Math.max(
    0,
    sent.findIndex(({ PayG }) => PayG === 'change' || PayG === 'refund'),
  );
}
