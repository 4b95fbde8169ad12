/** How a receipt is paid, as FDMs count it: payments, tips and the rounding of cash to 5 cents. Amounts are whole cents. */
import { allocate } from '../../receipt/modifiers.ts';
import { currency } from '../../receipt/currency.ts';
import { amountText, decimalText, minor, split } from '../../receipt/money.ts';
import type { Issue } from '../../receipt/issue.ts';
import { isPayment, type CompleteEsr, type Payment } from '../../receipt/tra.ts';
import { issue } from './codes.ts';

/** Kinds of payments that an FDM of GKS 2.0 knows. */
const KINDS = [
  ...(['UNKNOWN', 'CASH', 'CARD_UNKNOWN', 'CARD_DEBIT', 'CARD_CREDIT', 'CARD_OTHER', 'CHEQUE_MEAL'] as const),
  ...(['CHEQUE_OTHER', 'APP', 'ONLINE', 'CUSTOMER_CREDIT', 'ROOM_CREDIT', 'LOYALTY_REWARDS'] as const),
  ...(['VOUCHER_STORE', 'VOUCHER_SUPPLIER', 'VOUCHER_OTHER', 'OTHER'] as const),
] as const;
export type PaymentKind = (typeof KINDS)[number];

/** What a payment is of. */
export type AmountType = 'PAYMENT' | 'TIP' | 'ROUNDING';

/** A payment as it is signed and summed up. */
export interface Financial {
  /** Payment group as it was sent. */
  id: string;
  name: string;
  kind: PaymentKind;
  isAutomatic: boolean;
  amount: number;
  type: AmountType;
  foreign: { amount: string; iso: string } | null;
  reference: string | null;
}

const STANDARD: Readonly<Record<string, PaymentKind>> = {
  ...{ cash: 'CASH', change: 'CASH', refund: 'CASH', atm: 'CASH', foreign: 'CASH', rounding: 'CASH' },
  ...{ debitcard: 'CARD_DEBIT', creditcard: 'CARD_CREDIT', mobile: 'APP', open: 'CUSTOMER_CREDIT' },
  ...{ creditnote: 'VOUCHER_STORE', loyalty: 'LOYALTY_REWARDS', title: 'CHEQUE_MEAL', check: 'CHEQUE_OTHER' },
};

/** National payment groups: the kinds themselves. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(KINDS);

/** {@link CountryVat.standardPayment} of Belgium. */
export function standardPayment(group: string): string | undefined {
  const standard: Readonly<Record<string, string>> = {
    ...{ CASH: 'cash', CARD_DEBIT: 'debitcard', CARD_CREDIT: 'creditcard', CHEQUE_MEAL: 'title' },
    ...{ APP: 'mobile', CUSTOMER_CREDIT: 'open', LOYALTY_REWARDS: 'loyalty', VOUCHER_STORE: 'creditnote' },
  };
  return Object.hasOwn(standard, group) ? standard[group] : undefined;
}

function kindOf(group: string): PaymentKind {
  if (Object.hasOwn(STANDARD, group)) return STANDARD[group]!;
  return KINDS.find((kind) => kind === group) ?? 'OTHER';
}

/** All payments of a completed receipt, with its tips taken out of what they were paid with. */
export function financialsOf(esr: CompleteEsr): Financial[] {
  const all = esr.PayA.filter(isPayment).map(financialOf);
  return tipOf(esr) === 0 ? all : withTip(all, tipOf(esr));
}

/** What staff get of a receipt. */
export function tipOf({ PosA }: CompleteEsr): number {
  if (!PosA.some(({ _ }) => _ === 'Tip')) return 0;
  // A discount on everything takes its share of the tip as well.
  const { amounts } = allocate(PosA, 2);
  return PosA.reduce((sum, { _ }, at) => sum + (_ === 'Tip' ? amounts[at]! : 0), 0);
}

function financialOf({ PayG = 'cash', Dsc = '', Amt, UID, CC, FAmt }: Payment): Financial {
  const foreign = decimalText(FAmt ?? '');
  return {
    id: PayG.slice(0, 600) || 'cash',
    name: Dsc.trim().slice(0, 600) || PayG.slice(0, 600) || 'cash',
    kind: kindOf(PayG),
    isAutomatic: UID !== undefined && UID !== '',
    amount: minor(Amt, 2),
    type: PayG === 'rounding' ? 'ROUNDING' : 'PAYMENT',
    foreign: foreign !== null && typeof CC === 'string' ? { amount: foreign, iso: CC } : null,
    reference: UID === undefined || UID === '' ? null : UID.slice(0, 600),
  };
}

/** The largest payment has the tip in it, in foreign money its part of that. */
function withTip(all: readonly Financial[], tip: number): Financial[] {
  const sizes = all.map(({ type, amount }) => (type === 'PAYMENT' ? Math.abs(amount) : -1));
  const of = sizes.indexOf(Math.max(...sizes));
  return all.flatMap((one, i): Financial[] => {
    if (i !== of) return [one];
    const [goods, rest] = [one.amount - tip, tip];
    const [own, tipped] = parts(one.foreign, [goods, rest]);
    return [
      { ...one, amount: goods, foreign: own! },
      { ...one, amount: rest, foreign: tipped!, type: 'TIP' },
    ];
  });
}

/** Foreign money in proportion to what it is for; null for nothing of it. */
function parts(foreign: Financial['foreign'], weights: readonly number[]): Financial['foreign'][] {
  if (!foreign) return weights.map(() => null);
  const { amount, iso } = foreign;
  const digits = Math.max(currency(iso).digits, amount.split('.')[1]?.length ?? 0);
  return split(minor(amount, digits), weights).map((part) =>
    part === 0 ? null : { amount: amountText(part, digits), iso },
  );
}

const STEP = 5;

/**
 * What rounding a receipt needs so that cash can be paid in coins of 5 cents (Code of
 * Economic Law, VI.7/1): 1, 2, 6, 7 down and 3, 4, 8, 9 up. Receipts of at most 5 cents
 * are not rounded.
 * @returns what is wrong with the rounding that was sent
 */
export function roundingIssues({ T, PayA }: CompleteEsr): Issue[] {
  const payments = PayA.filter(isPayment);
  const sum = (groups: readonly string[]) =>
    payments
      .filter(({ PayG = 'cash' }) => groups.includes(PayG))
      .reduce((amount, { Amt }) => amount + minor(Amt, 2), 0);
  const cash = sum(['cash', 'change', 'refund', 'CASH']);
  const rounding = sum(['rounding']);
  const at = payments.findIndex(({ PayG }) => PayG === 'rounding');
  const wrong = (text: string) => [issue('#BE_ROUNDING', at < 0 ? 'ESR.PayA' : `ESR.PayA[${at}].Amt`, text)];
  const isPaidInCash = payments.some(({ PayG = 'cash' }) => ['cash', 'refund', 'CASH'].includes(PayG));
  if (Math.abs(minor(T, 2)) <= STEP) return rounding === 0 ? [] : wrong('5 cents and less are not rounded');
  if (Math.abs(rounding) > 2) return wrong('at most 2 cents are rounded');
  if (!isPaidInCash || cash % STEP === 0) return [];
  const due = Math.round(cash / STEP) * STEP;
  const text = `${cash - due > 0 ? '' : '-'}0.0${Math.abs(cash - due) + 0}`;
  return wrong(`cash must be a multiple of 0.05; add a payment of the group rounding of ${text} to it`);
}
