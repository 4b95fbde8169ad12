/**
 * Cash that a person counts for an X or Z report, and what should be there: what was in the drawer
 * at the start, and what receipts have brought since (doc 3, payment groups).
 */
import { amountText, readAmount, sumMinor } from './money.ts';
import type { Payment } from './tra.ts';

/** What was counted, minor units. */
export interface CashCount {
  /** In the drawer at the start, with what was put in or taken out since. */
  start: number;
  counted: number;
  /** Notes and coins, where they were counted one by one: they add up to `counted`. */
  pieces: readonly { value: number; count: number }[];
}

/** A count as the record of the report has it; amounts with the currency's digits. */
export interface CashFields {
  CashStart: string;
  CashCounted: string;
  /** Start and cash by receipts. */
  CashExpected: string;
  CashDifference: string;
  /** `20.00x3 0.50x7`; missing where only the sum was counted. */
  CashPieces?: string;
}

const MOST_PIECES = 30;
const MOST_COUNT = 100_000;
/** Groups of payments that lie in the drawer, or come out of it. */
const DRAWER: ReadonlySet<string> = new Set(['cash', 'change', 'refund']);

/** The standard group that a payment group of a country stands for; undefined for one of its own. */
export type StandardPayment = (group: string) => string | undefined;

/**
 * Cash that payments have brought into the drawer, minor units.
 * @param standard of the country: its own name for cash is cash, too
 */
export function drawerCash(
  payments: readonly Payment[],
  digits: number,
  standard: StandardPayment = () => undefined,
): number {
  return payments
    .filter(({ PayG = '' }) => DRAWER.has(standard(PayG) ?? PayG))
    .reduce((sum, { Amt }) => sum + sumMinor(Amt, digits), 0);
}

/**
 * Reads a count.
 * @returns null where nothing was counted, or the field that is wrong
 */
export function readCashCount(
  { start, counted, pieces }: { start?: unknown; counted?: unknown; pieces?: unknown },
  digits: number,
): { count: CashCount | null } | { wrong: 'start' | 'counted' | 'pieces' } {
  const amountOf = (value: unknown): number | null | undefined => {
    if (value === undefined || value === '') return null;
    const read = typeof value === 'string' ? readAmount(value, digits) : null;
    return read && 'minor' in read && Math.abs(read.minor) <= 10 ** 12 ? read.minor : undefined;
  };
  const begin = amountOf(start);
  if (begin === undefined || (begin ?? 0) < 0) return { wrong: 'start' };
  const sum = amountOf(counted);
  if (sum === undefined || (sum ?? 0) < 0) return { wrong: 'counted' };
  const list = pieces ?? [];
  if (!Array.isArray(list) || list.length > MOST_PIECES) return { wrong: 'pieces' };
  const read: { value: number; count: number }[] = [];
  for (const piece of list as unknown[]) {
    const { value, count } = (piece ?? {}) as { value?: unknown; count?: unknown };
    const worth = amountOf(value);
    const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_COUNT;
    if (worth === null || worth === undefined || worth <= 0 || worth > 10 ** 9 || !isCount)
      return { wrong: 'pieces' };
    if (count > 0) read.push({ value: worth, count });
  }
  const inPieces = read.reduce((all, { value, count }) => all + value * count, 0);
  // Who counts pieces need not add them up; who does, has to be right.
  if (read.length > 0 && sum !== null && sum !== inPieces) return { wrong: 'counted' };
  if (sum === null && read.length === 0) return { count: null };
  return { count: { start: begin ?? 0, counted: read.length > 0 ? inPieces : (sum ?? 0), pieces: read } };
}

/** What the record of a report says of a count. */
export function cashFields(
  { start, counted, pieces }: CashCount,
  payments: readonly Payment[],
  digits: number,
  standard?: StandardPayment,
): CashFields {
  const text = (amount: number) => amountText(amount, digits);
  const expected = start + drawerCash(payments, digits, standard);
  return {
    CashStart: text(start),
    CashCounted: text(counted),
    CashExpected: text(expected),
    CashDifference: text(counted - expected),
    ...(pieces.length > 0 && {
      CashPieces: pieces.map(({ value, count }) => `${text(value)}x${count}`).join(' '),
    }),
  };
}
