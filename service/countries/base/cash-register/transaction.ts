/** A receipt as a cash transaction of SAF-T Cash Register: types, lines, taxes and payments in whole minor units. */
import { positionsByTax } from '../../../receipt/line-shares.ts';
import { allocate } from '../../../receipt/modifiers.ts';
import { minor, split, taxInGross, taxOnNet } from '../../../receipt/money.ts';
import { taxLineOf } from '../../../receipt/taxes.ts';
import {
  isNonFiscal,
  isPayment,
  isPosition,
  isTraining,
  type CompleteEsr,
  type Position,
} from '../../../receipt/tra.ts';
import { GOODS, OTHER_GROUP, paymentCode, TRANSACTION } from './codes.ts';
import { predefined } from './predefined.ts';
import { roleOf } from './role.ts';
import { bounded, boundedId, ID } from './texts.ts';

/** A line; amounts are negative where something is taken back. */
export interface Line {
  article: string;
  text: string;
  group: ArticleGroup;
  quantity: string;
  /** With and without tax, after discounts. */
  gross: number;
  net: number;
  /** What modifiers took away, and what they added, of what is sold or taken back; not below zero. */
  discount: number;
  raise: number;
  /** {@link gross} without the discount. */
  undiscounted: number;
  /** The discount as reports count it: none of what is taken back, which nobody grants. */
  granted: number;
  /** Takes back a line of its own receipt, before the end of the sale (Pos.Void). */
  isCorrection: boolean;
  taxGroup: string;
  rate: string;
  /** A service; else goods. */
  isService: boolean;
}

/** A group of articles. `parent` is the predefined one. */
export interface ArticleGroup {
  id: string;
  text: string;
  parent: string;
}

/** A tax of the receipt. */
export interface TransactionTax {
  group: string;
  rate: string;
  gross: number;
  net: number;
  tax: number;
}

/** A payment; change is taken off it. */
export interface TransactionPayment {
  code: string;
  amount: number;
  reference: string;
}

/** A cash transaction. */
export interface Transaction {
  type: string;
  /** Code of the event that it is. */
  event: string;
  isVoid: boolean;
  isTraining: boolean;
  /** Negative for what is paid back. */
  gross: number;
  net: number;
  employee: string;
  /** `YYYY-MM-DD` and `hh:mm:ss`. */
  date: string;
  time: string;
  lines: Line[];
  taxes: TransactionTax[];
  payments: TransactionPayment[];
  rounding: number;
  tip: number;
}

/** Who does what no operator does. */
export const SYSTEM = 'SYSTEM';

/** Id of an operator. */
export function employeeOf({ Opr }: { Opr?: string | undefined }): string {
  const id = boundedId(Opr ?? '', ID);
  return id === '' ? SYSTEM : id;
}

/** How the lines of a record are read. */
interface Reading {
  /**
   * 1 where modifiers mean of what is taken back what they mean of a sale, line voids are corrections, and
   * what is taken back beside something else has its own amounts; missing in records of versions before.
   */
  lines?: 1;
  /** 1 where an exchange has the type of one; missing in records of versions before, whose type may be signed. */
  exchange?: 1;
}

/** The reading of a new record: marked where it matters. */
export function readingOf(esr: CompleteEsr): Reading {
  const isMarked = ({ _, Void, Amt }: Position) =>
    _ === 'Mod' || Void === '1' || Amt?.startsWith('-') === true;
  return { ...(esr.PosA.some(isMarked) && { lines: 1 }), ...(isExchange(esr) && { exchange: 1 }) };
}

/** Whether goods are sold and others taken back, so that nothing or something is left to pay. */
function isExchange(esr: CompleteEsr): boolean {
  if (esr.Void === '1' || esr.T.startsWith('-') || isNonFiscal(esr)) return false;
  const goods = esr.PosA.filter(({ _, Void }) => _ === 'Pos' && Void !== '1');
  return [false, true].every((isBack) =>
    goods.some(({ Amt }) => minor(Amt, 2) !== 0 && Amt!.startsWith('-') === isBack),
  );
}

/**
 * A receipt that is a transaction ({@link roleOf}).
 * @param kept place of its record; missing for a new one
 */
export function transactionOf(esr: CompleteEsr, kept?: Reading): Transaction {
  const role = roleOf(esr);
  const taxes = esr.TaxA.map(({ TaxG = '', Prc = '0', Net, TAmt, Amt }) => ({
    ...{ group: TaxG, rate: Prc, gross: minor(Amt, 2), net: minor(Net, 2), tax: minor(TAmt, 2) },
  }));
  const isCash = role.kind === 'transaction' && role.type !== undefined;
  const total = minor(esr.T, 2);
  const isOut = isCash && role.type === TRANSACTION.payOut;
  const gross = isCash
    ? Math.abs(total) * (isOut ? -1 : 1)
    : taxes.reduce((sum, { gross: part }) => sum + part, 0);
  const net = isCash ? gross : taxes.reduce((sum, { net: part }) => sum + part, 0);
  const { payments, rounding } = paymentsOf(esr);
  const { lines, tip } = linesOf(esr, kept !== undefined && kept.lines !== 1);
  return {
    type:
      (role.kind === 'transaction' && role.type) ||
      saleType(esr, gross, (kept ?? readingOf(esr)).exchange === 1),
    ...{ event: role.event, isVoid: esr.Void === '1', isTraining: isTraining(esr), gross, net },
    ...{ employee: employeeOf(esr), date: esr.D.slice(0, 10), time: esr.D.slice(11, 19) },
    ...{ lines, taxes: isCash ? [] : taxes, payments, rounding, tip },
  };
}

function saleType({ PayA }: CompleteEsr, gross: number, isExchange: boolean): string {
  if (gross < 0) return TRANSACTION.returnPayment;
  const groups = PayA.filter(isPayment).map(({ PayG }) => PayG);
  if (!groups.includes('open')) return isExchange ? TRANSACTION.cashAndReturn : TRANSACTION.cashSale;
  if (groups.some((group) => group !== 'open')) return TRANSACTION.cashAndCredit;
  return isExchange ? TRANSACTION.creditAndReturn : TRANSACTION.creditSale;
}

function paymentsOf({ PayA }: CompleteEsr): Pick<Transaction, 'payments' | 'rounding'> {
  const payments = new Map<string, TransactionPayment>();
  let rounding = 0;
  for (const { PayG, Amt, UID } of PayA.filter(isPayment)) {
    const amount = minor(Amt, 2);
    if (PayG === 'rounding') {
      rounding += amount;
      continue;
    }
    const code = paymentCode(PayG);
    const reference = bounded(UID ?? '', 100);
    const key = `${code} ${reference}`;
    const before = payments.get(key)?.amount ?? 0;
    payments.set(key, { code, reference, amount: before + amount });
  }
  return { payments: [...payments.values()], rounding };
}

/** Id and description of the article of a position. */
export function articleOf({ IN, SKU, Dsc = '' }: Position): { id: string; text: string } {
  const text = bounded(Dsc, 999);
  const id = [IN, SKU, text].find((each) => typeof each === 'string' && bounded(each, ID) !== '');
  return { id: boundedId(typeof id === 'string' ? id : '-', ID), text: text === '' ? '-' : text };
}

/** Predefined groups that are services: treatment, haircuts, entrance fees, cloakrooms, accommodation. */
const SERVICES: ReadonlySet<string> = new Set([
  ...['04001', '04004', '04005', '04015', '04016', '04017', '04018', '04019', '04020', '04021'],
]);

/** Whether a position is a service: by its category, or because it says when it began. */
export function isService({ Cat, SvcStartD }: Position): boolean {
  const category = typeof Cat === 'string' ? Cat.trim() : '';
  if (SvcStartD !== undefined) return true;
  return predefined('04', category)
    ? SERVICES.has(category)
    : ['tjänst', 'tjanst'].includes(category.toLowerCase());
}

/** Group of a position: a predefined code as it is, another one of the POS beneath “other”. */
export function groupOf({ Cat, CatN }: Position): ArticleGroup {
  const id = typeof Cat === 'string' ? boundedId(Cat, ID) : '';
  if (id === '') return { id: GOODS, text: '', parent: GOODS };
  if (predefined('04', id)) return { id, text: '', parent: id };
  const text = typeof CatN === 'string' ? bounded(CatN, 999) : '';
  return { id: `G-${boundedId(id, ID - 2)}`, text: text === '' ? id : text, parent: OTHER_GROUP };
}

/**
 * Shares of what is sold and taken back at once: of a sum near zero no proportions can be told, so that each
 * has the tax of its own amount, and what is left of the sums goes to the largest.
 */
function mixed(
  gross: number,
  net: number,
  weights: readonly number[],
  rate: string,
  isNet: boolean,
): [grosses: number[], nets: number[]] {
  const up = (sum: number, own: readonly number[]) => {
    const rest = sum - own.reduce((all, each) => all + each, 0);
    const shares = split(rest, own.map(Math.abs));
    return own.map((each, i) => each + shares[i]!);
  };
  const grosses = up(gross, isNet ? weights.map((w) => w + taxOnNet(w, rate)) : weights);
  return [grosses, up(net, isNet ? weights : grosses.map((each) => each - taxInGross(each, rate)))];
}

/** @param asBefore as versions before read it: by what modifiers do to amounts, whichever sign these have */
function linesOf(
  { PosA, TaxA, TaxN, Void }: CompleteEsr,
  asBefore: boolean,
): Pick<Transaction, 'lines' | 'tip'> {
  const { amounts } = allocate(PosA, 2);
  const gross = [...amounts];
  const net = [...amounts];
  // Sums of lines are those of the tax table, to the cent.
  for (const { indexes, gross: all, net: allNet } of positionsByTax({ PosA, TaxA }, 2)) {
    const weights = indexes.map((i) => amounts[i]!);
    const isMixed = !asBefore && weights.some((w) => w < 0) && weights.some((w) => w > 0);
    const { Prc = '0' } = (isMixed ? taxLineOf(PosA[indexes[0]!]!, TaxA) : undefined) ?? {};
    const [grosses, nets] = isMixed
      ? mixed(all, allNet, weights, Prc, TaxN === '1')
      : [split(all, weights), split(allNet, weights)];
    indexes.forEach((i, k) => {
      gross[i] = grosses[k]!;
      net[i] = nets[k]!;
    });
  }
  const lines: Line[] = [];
  let tip = 0;
  PosA.forEach((position, i) => {
    if (!isPosition(position)) return;
    if (position._ === 'Tip') tip += gross[i]!;
    const { TaxG = '', Qty } = position;
    // By its percentage or by two groups it is of the same group as by the name of it.
    const tax = taxLineOf(position, TaxA);
    const own = minor(position.Amt, 2);
    const isBack = !asBefore && (own < 0 || (own === 0 && Qty?.startsWith('-') === true));
    const modified = (amounts[i]! - own) * (isBack ? -1 : 1);
    // Of net prices the tax comes on top, as it does of what is left.
    const change = modified + (!asBefore && TaxN === '1' ? taxOnNet(modified, tax?.Prc ?? '0') : 0);
    const discount = Math.max(-change, 0);
    const { id, text } = articleOf(position);
    lines.push({
      ...{ article: id, text, group: groupOf(position), gross: gross[i]!, net: net[i]! },
      quantity: Qty ?? (isBack || gross[i]! < 0 ? '-1' : '1'),
      ...{ discount, raise: Math.max(change, 0) },
      undiscounted: gross[i]! + (isBack ? -discount : discount),
      granted: isBack || (!asBefore && Void === '1') ? 0 : discount,
      isCorrection: !asBefore && Void !== '1' && position.Void === '1',
      ...{ taxGroup: tax?.TaxG ?? TaxG, rate: tax?.Prc ?? '0', isService: isService(position) },
    });
  });
  return { lines, tip };
}
