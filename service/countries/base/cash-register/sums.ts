/**
 * What X and Z reports of a cash register say: counts and amounts since the last Z, and
 * grand totals that are never reset. All of it is state; amounts are whole minor units.
 */
import { addDecimals, minor } from '../../../receipt/money.ts';
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import { isPosition, type CompleteEsr } from '../../../receipt/tra.ts';
import { EVENT, TRANSACTION } from './codes.ts';
import { groupOf, type Transaction } from './transaction.ts';

/** How many, and what they come to. */
export type Pair = [count: number, amount: number];

/** Counts and amounts of an open period. */
export interface Sums {
  /** Article groups: decimal quantity and amount; by `employee\ngroup` below. */
  groups: Record<string, [quantity: string, amount: number]>;
  employeeGroups: Record<string, [quantity: string, amount: number]>;
  payments: Record<string, Pair>;
  employeePayments: Record<string, Pair>;
  /** By `group rate`: turnover with tax, and tax. */
  taxes: Record<string, [turnover: number, tax: number]>;
  /** By name, see {@link NAMES}. */
  pairs: Record<string, Pair>;
  /** Sales with tax, without returns, voids and training. */
  sales: number;
  opening: number;
  /** Price inquiries by article group; missing before the first one that names articles. */
  inquiries?: Record<string, Pair>;
  /** Decimal quantity of services among all that was sold; missing in periods that a version before has begun. */
  services?: string;
}

/** Counts that each report has, also when they are 0. */
export const NAMES = [
  'receipts',
  'drawer',
  'copies',
  'proforma',
  'returns',
  'discounts',
  'voids',
  'delivery',
  'training',
  'credit',
  'payIn',
  'payOut',
  'tips',
  'corrections',
  'inquiries',
] as const;

/** One of {@link NAMES}. */
export type CountName = (typeof NAMES)[number];

/** Grand totals, decimal texts of minor units. */
export interface Grand extends Record<string, string> {
  sales: string;
  returns: string;
}

/** Before the first sale. */
export const NO_GRAND: Grand = { sales: '0', returns: '0' };

/** A period without records. */
export function noSums(): Sums {
  const pairs = Object.fromEntries(NAMES.map((name): [string, Pair] => [name, [0, 0]]));
  return {
    ...{ groups: {}, employeeGroups: {}, payments: {}, employeePayments: {}, taxes: {} },
    ...{ pairs, sales: 0, opening: 0, services: '0' },
  };
}

/** The sums that state has. */
export function sumsFrom(kept: Json | undefined): Sums {
  return isTree(kept) ? (structuredClone(kept) as unknown as Sums) : noSums();
}

/** The grand totals that state has. */
export function grandFrom(kept: Json | undefined): Grand {
  return isTree(kept) ? (kept as unknown as Grand) : NO_GRAND;
}

/** Counts something. */
export function count(sums: Sums, name: CountName, amount = 0): void {
  const pair = sums.pairs[name]!;
  pair[0]++;
  pair[1] += amount;
}

/** Adds a pair. Names come from tills: they are no properties of objects. */
function add(pairs: Record<string, Pair>, key: string, amount: number): void {
  const [number, sum] = Object.hasOwn(pairs, key) ? pairs[key]! : [0, 0];
  set(pairs, key, [number + 1, sum + amount]);
}

function addQuantity(
  groups: Record<string, [string, number]>,
  key: string,
  quantity: string,
  amount: number,
): void {
  const [number, sum] = Object.hasOwn(groups, key) ? groups[key]! : ['0', 0];
  set(groups, key, [addDecimals(number, quantity), sum + amount]);
}

function set<T>(record: Record<string, T>, key: string, value: T): void {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Adds a transaction to the sums, which change. */
export function addTransaction(sums: Sums, transaction: Transaction): void {
  const { type, gross, isVoid, isTraining } = transaction;
  const amount = Math.abs(gross);
  if (isTraining) return count(sums, 'training', amount);
  if (type === TRANSACTION.openingFloat) return void (sums.opening = amount);
  if (type === TRANSACTION.payIn) return count(sums, 'payIn', amount);
  if (type === TRANSACTION.payOut) return count(sums, 'payOut', amount);
  if (isVoid) count(sums, 'voids', amount);
  else if (gross < 0) count(sums, 'returns', amount);
  else {
    count(sums, 'receipts', amount);
    sums.sales += gross;
    if (type === TRANSACTION.creditSale || type === TRANSACTION.creditAndReturn)
      count(sums, 'credit', amount);
  }
  addParts(sums, transaction);
}

function addParts(sums: Sums, { lines, taxes, payments, employee, tip }: Transaction): void {
  for (const { group, quantity, gross, granted, isService, isCorrection } of lines) {
    if (isService && sums.services !== undefined) sums.services = addDecimals(sums.services, quantity);
    addQuantity(sums.groups, group.id, quantity, gross);
    addQuantity(sums.employeeGroups, `${employee}\n${group.id}`, quantity, gross);
    if (granted > 0) count(sums, 'discounts', granted);
    if (isCorrection) count(sums, 'corrections', Math.abs(gross));
  }
  for (const { code, amount } of payments) {
    add(sums.payments, code, amount);
    add(sums.employeePayments, `${employee}\n${code}`, amount);
  }
  for (const { group, rate, gross, tax } of taxes) {
    const key = `${group} ${rate}`;
    const [turnover, sum] = Object.hasOwn(sums.taxes, key) ? sums.taxes[key]! : [0, 0];
    set(sums.taxes, key, [turnover + gross, sum + tax]);
  }
  if (tip !== 0) count(sums, 'tips', tip);
}

/** Grand totals with a transaction: a void is given back, as a return is. */
export function withTransaction(grand: Grand, { type, gross, isVoid, isTraining }: Transaction): Grand {
  const isSale = !(
    [TRANSACTION.openingFloat, TRANSACTION.payIn, TRANSACTION.payOut] as readonly string[]
  ).includes(type);
  if (!isSale || isTraining) return grand;
  const side = isVoid || gross < 0 ? 'returns' : 'sales';
  return { ...grand, [side]: String(BigInt(grand[side]) + BigInt(Math.abs(gross))) };
}

const COUNTED: Readonly<Record<string, CountName>> = {
  [EVENT.drawerOpen]: 'drawer',
  [EVENT.copy]: 'copies',
  [EVENT.proforma]: 'proforma',
  [EVENT.delivery]: 'delivery',
  [EVENT.priceInquiry]: 'inquiries',
  [EVENT.lineDeleted]: 'corrections',
};

/** Adds an event to the sums, which change. @param amount minor units */
export function addEvent(sums: Sums, event: string, amount: number): void {
  const name = Object.hasOwn(COUNTED, event) ? COUNTED[event] : undefined;
  if (name) count(sums, name, Math.abs(amount));
}

/** Adds an event that a POS has sent to the sums, which change: price inquiries by the groups of their articles. */
export function addReported(sums: Sums, event: string, esr: CompleteEsr): void {
  addEvent(sums, event, minor(esr.T, 2));
  if (event !== EVENT.priceInquiry) return;
  for (const position of esr.PosA.filter(isPosition)) {
    sums.inquiries ??= {};
    add(sums.inquiries, groupOf(position).id, Math.abs(minor(position.Amt, 2)));
  }
}
