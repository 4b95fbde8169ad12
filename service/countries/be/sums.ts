/**
 * What reports about turnover and users say: summed up in the register's state with each
 * event, and begun anew by a Z. Amounts are whole cents.
 */
import { amountText, minor } from '../../receipt/money.ts';
import type { Json } from '../../receipt/json.ts';
import { isTraining, type CompleteEsr, type Position } from '../../receipt/tra.ts';
import type { FdmReference, FdmVat, Mutation } from '../contract/fdm.ts';
import type { State } from '../contract/state.ts';
import { articleLines } from './lines.ts';
import { hasPayments, isSale } from './kind.ts';
import { financialsOf, tipOf, type Financial } from './payments.ts';

/** State keys: what all events change, and one for each department, price change, invoice and user. */
const TURNOVER = 'BE/T';
const DEPARTMENT = 'BE/TD/';
const CHANGE = 'BE/TC/';
const INVOICE = 'BE/TI/';
const USER = 'BE/U/';

/** In front of payment groups, which a POS names as it likes. */
export const PAYMENT = 'p ';

type Object_<T> = Record<string, T>;

/** A place in the memory of an FDM. */
export interface FdmSpan {
  [name: string]: Json;
  first: string;
  firstCounter: string;
  last: string;
  lastCounter: string;
}

/** Sums of one payment. */
export interface PaymentSum {
  [name: string]: Json;
  name: string;
  kind: string;
  /** By amount type: normal amounts, corrections down and up, how many corrections. */
  types: Object_<{ normal: number; down: number; up: number; corrections: number }>;
}

/** Sums of a period that are not of a department, price change or invoice. */
export interface Turnover {
  [name: string]: Json;
  first: string;
  last: string;
  fdms: Object_<FdmSpan>;
  labels: Object_<{ count: number; amount: number }>;
  vats: Object_<{ rate: string; net: number; tax: number; gross: number }>;
  payments: Object_<PaymentSum>;
  drawers: number;
  negatives: Object_<{ count: number; tickets: number; amount: number }>;
}

/** Sums of a user. */
export interface UserSum {
  [name: string]: Json;
  total: number;
  first: string;
  last: string;
  socials: { time: string; inOut: 'IN' | 'OUT' }[];
  payments: Object_<PaymentSum>;
}

/** What is summed up by department, price change and invoice. */
export interface Department {
  [name: string]: Json;
  name: string;
  amount: number;
}
export interface ChangeSum {
  [name: string]: Json;
  name: string;
  /** By label: discounts and markups. */
  labels: Object_<{ negative: number; positive: number }>;
}

const NO_TURNOVER: Turnover = {
  ...{ first: '', last: '', fdms: {}, labels: {}, vats: {}, payments: {}, drawers: 0, negatives: {} },
};

/** An event that was signed. */
export interface Signed {
  mutation: Mutation;
  /** Operator's id. */
  operator: string;
  /** With offset. */
  posTime: string;
  fdm: { id: string; time: string; label: string; total: string };
  vat: readonly FdmVat[];
  /** Of an invoice: what the sales that it names come to. */
  invoiced: number;
}

/** What the reference of an FDM says for sums. */
export function fdmOf({ fdmId, fdmDateTime, eventLabel, totalCounter }: FdmReference): Signed['fdm'] {
  return { id: fdmId, time: fdmDateTime, label: eventLabel, total: totalCounter };
}

/** State changes that an event brings. */
export function counted(esr: CompleteEsr, signed: Signed, state: Pick<State, 'get'>): Record<string, Json> {
  const { mutation, operator } = signed;
  const before = turnoverOf(state);
  const amount = isAmount(mutation) ? minor(esr.T, 2) - tipOf(esr) : 0;
  const isTrue = !isTraining(esr);
  const turnover = withEvent(before, signed, amount);
  const changes: Record<string, Json> = {};
  const user = withUser(userOf(operator, state), signed);
  if (isTrue && isSale(esr)) {
    turnover.vats = withVat(turnover.vats, signed.vat);
    turnover.negatives = withNegatives(turnover.negatives, esr);
    user.total += amount;
    Object.assign(changes, departments(esr, state), priceChanges(esr, state));
  }
  if (isTrue && hasPayments(mutation) && mutation !== 'signPreBill') {
    const financials = financialsOf(esr);
    const isCorrection = mutation === 'signPaymentCorrection';
    turnover.payments = withPayments(turnover.payments, financials, isCorrection);
    user.payments = withPayments(user.payments, financials, isCorrection);
  }
  if (mutation === 'signDrawerOpen') turnover.drawers++;
  if (mutation === 'signInvoice') changes[`${INVOICE}${keyOf(esr.DN)}`] = minor(esr.T, 2) || signed.invoiced;
  return { ...changes, [TURNOVER]: turnover, [`${USER}${operator}`]: user };
}

/** Event of articles or money: its total counts. */
function isAmount(mutation: Mutation): boolean {
  return !/Report|Work|Drawer|Copy/.test(mutation);
}

function withEvent(before: Turnover, { posTime, fdm }: Signed, amount: number): Turnover {
  const known = before.fdms[fdm.id] ?? { first: fdm.time, firstCounter: fdm.total };
  const label = before.labels[fdm.label] ?? { count: 0, amount: 0 };
  return {
    ...before,
    first: before.first || posTime,
    last: posTime,
    fdms: { ...before.fdms, [fdm.id]: { ...known, last: fdm.time, lastCounter: fdm.total } },
    labels: {
      ...before.labels,
      [fdm.label]: { count: label.count + 1, amount: label.amount + amount },
    },
  };
}

function withUser(before: UserSum, { posTime, mutation }: Signed): UserSum {
  const inOut = mutation === 'signWorkIn' ? 'IN' : mutation === 'signWorkOut' ? 'OUT' : null;
  return {
    ...before,
    first: before.first || posTime,
    last: posTime,
    socials: inOut === null ? before.socials : [...before.socials, { time: posTime, inOut }],
  };
}

function withVat(before: Turnover['vats'], vat: readonly FdmVat[]): Turnover['vats'] {
  const vats = { ...before };
  for (const { label, rate, taxableAmount, vatAmount, totalAmount } of vat) {
    const sum = vats[label] ?? { rate, net: 0, tax: 0, gross: 0 };
    vats[label] = {
      rate,
      net: sum.net + minor(taxableAmount, 2),
      tax: sum.tax + minor(vatAmount, 2),
      gross: sum.gross + minor(totalAmount, 2),
    };
  }
  return vats;
}

function withNegatives(before: Turnover['negatives'], esr: CompleteEsr): Turnover['negatives'] {
  const negatives = { ...before };
  const seen = new Set<string>();
  for (const { reason, after } of articleLines(esr)) {
    if (reason === null) continue;
    const sum = negatives[reason] ?? { count: 0, tickets: 0, amount: 0 };
    const tickets = sum.tickets + (seen.has(reason) ? 0 : 1);
    negatives[reason] = { count: sum.count + 1, tickets, amount: sum.amount + after };
    seen.add(reason);
  }
  return negatives;
}

function withPayments(
  before: Object_<PaymentSum>,
  financials: readonly Financial[],
  isCorrection: boolean,
): Object_<PaymentSum> {
  const payments = { ...before };
  for (const { id, name, kind, type, amount } of financials) {
    const own = `${PAYMENT}${keyOf(id)}`;
    const isFull = Object.keys(payments).length >= MOST_PAYMENTS && !Object.hasOwn(payments, own);
    const key = isFull ? `${PAYMENT}OTHER` : own;
    const known: PaymentSum = payments[key] ?? { name, kind, types: {} };
    const sum = known.types[type] ?? { normal: 0, down: 0, up: 0, corrections: 0 };
    const next = isCorrection
      ? {
          ...{ normal: sum.normal, corrections: sum.corrections + 1 },
          ...{ down: sum.down + Math.min(amount, 0), up: sum.up + Math.max(amount, 0) },
        }
      : { ...sum, normal: sum.normal + amount };
    payments[key] = { ...known, types: { ...known.types, [type]: next } };
  }
  return payments;
}

function departments(esr: CompleteEsr, state: Pick<State, 'get'>): Record<string, Json> {
  const changed: Record<string, Department> = {};
  for (const { position, label, after } of articleLines(esr)) {
    const { id, name } = departmentOf(position, label);
    const key = `${DEPARTMENT}${keyOf(id)}`;
    const known = changed[key] ?? (state.get(key) as Department | null | undefined) ?? { name, amount: 0 };
    changed[key] = { ...known, amount: known.amount + after };
  }
  return changed;
}

function priceChanges(esr: CompleteEsr, state: Pick<State, 'get'>): Record<string, Json> {
  const changed: Record<string, ChangeSum> = {};
  for (const { label, changes } of articleLines(esr))
    for (const { id, name, amount } of changes) {
      const key = `${CHANGE}${keyOf(id)}`;
      const stored = (state.get(key) ?? null) as ChangeSum | null;
      const known: ChangeSum = changed[key] ?? stored ?? { name, labels: {} };
      const sum = known.labels[label] ?? { negative: 0, positive: 0 };
      const next = {
        negative: sum.negative + Math.min(amount, 0),
        positive: sum.positive + Math.max(amount, 0),
      };
      changed[key] = { ...known, labels: { ...known.labels, [label]: next } };
    }
  return changed;
}

/** The department of an article: its category; what has none belongs to its rate. */
export function departmentOf({ Cat, CatN }: Position, label: string): { id: string; name: string } {
  const id = typeof Cat === 'string' && Cat.trim() !== '' ? Cat.trim() : `VAT ${label}`;
  const name = typeof CatN === 'string' && CatN.trim() !== '' ? CatN.trim() : id;
  return { id: id.slice(0, MOST_NAME), name: name.slice(0, MOST_NAME) };
}

const MOST_NAME = 60;
/** Ways of paying that are told apart: all of them are written with each record. */
const MOST_PAYMENTS = 100;

/** A text as part of a state key, or as the name of a sum. */
function keyOf(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, MOST_NAME) : '';
}

/** Sums of the open period. */
export function turnoverOf(state: Pick<State, 'get'>): Turnover {
  return structuredClone((state.get(TURNOVER) ?? NO_TURNOVER) as Turnover);
}

/** Sums of a user since the last Z of users. */
function userOf(operator: string, state: Pick<State, 'get'>): UserSum {
  const known = (state.get(`${USER}${operator}`) ?? null) as UserSum | null;
  return known ? { ...known } : { total: 0, first: '', last: '', socials: [], payments: {} };
}

/** Everything of one kind with its name. */
function all<T>(prefix: string, state: State): [string, T][] {
  return [...state.keys()]
    .filter((key) => key.startsWith(prefix) && (state.get(key) ?? null) !== null)
    .sort()
    .map((key) => [key.slice(prefix.length), state.get(key) as T]);
}

/** Departments, price changes and invoices of the open period, and users since their last Z. */
export const departmentsIn = (state: State) => all<Department>(DEPARTMENT, state);
export const changesIn = (state: State) => all<ChangeSum>(CHANGE, state);
export const invoicesIn = (state: State) => all<number>(INVOICE, state);
export const usersIn = (state: State) => all<UserSum>(USER, state);

/** State changes that begin a new period of turnover. */
export function newTurnover(state: State): Record<string, Json> {
  const own = [DEPARTMENT, CHANGE, INVOICE];
  const keys = [...state.keys()].filter((key) => own.some((prefix) => key.startsWith(prefix)));
  return { ...Object.fromEntries(keys.map((key) => [key, null])), [TURNOVER]: null };
}

/** State changes that begin a new period of users. */
export function newUsers(state: State): Record<string, Json> {
  const keys = [...state.keys()].filter((key) => key.startsWith(USER));
  return Object.fromEntries(keys.map((key) => [key, null]));
}

/** Whole cents as a decimal text. */
export function money(cents: number): string {
  return amountText(cents, 2);
}
