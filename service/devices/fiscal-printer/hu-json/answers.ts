/** What answers of the driver say: strictly read, null for what makes no sense. */
import { objectOf, shownText } from '../../ports/answer.ts';
import type { CountedPosition, Failure, FiscalDocument, Trouble } from '../contract.ts';
import { normalForm } from '../../../normal-form.ts';

/** What was asked for; `code` 0: done. */
export interface Result {
  code: number;
  text: string;
  values: Readonly<Record<string, unknown>>;
}

/** The roll comes to its end: done all the same. */
export const PAPER_LOW = 531;
/** Counters of documents that are numbered for themselves, and their types on paper. */
const COUNTERS = { NY: 'iReceiptNr', SZ: 'iInvNr', ST: 'iVoids', VS: 'iRefunds' } as const;
/** Sums of the day. */
const SUMS = ['pTotal', 'pVoidTotal', 'pRefundTotal'] as const;
const MOVES = ['iMoneyIn', 'iMoneyOut'] as const;
const MOST_COUNT = 99_999;

/** Types of documents by what they are. */
export type PaperType = keyof typeof COUNTERS;

/**
 * What the words of a refusal mean: the numbers are not public, but for 531. The first that fits counts.
 * Without accents, which not every printer sends.
 */
const WORDS: readonly [RegExp, Trouble][] = [
  [/papir|paper/i, 'paper'],
  [/fedel|cover/i, 'cover'],
  [/nincs (?:meg)?nyitva|nap nincs nyit|not open/i, 'day-not-open'],
  [/napzaras|zarni|must be closed|closure/i, 'closing-needed'],
  [/memoria|memory/i, 'memory-full'],
  [/afa|vat/i, 'wrong-rate'],
  [/ora|datum|clock/i, 'wrong-clock'],
  [/foglalt|busy/i, 'busy'],
];
/** The day is open already. */
const OPEN_ALREADY = /mar (?:meg )?(?:van )?nyit|already open/i;

const plain = (text: string) => normalForm(text, 'NFD').replace(/\p{M}/gu, '');

/** Reads an answer; null when it is none. */
export function readResult(body: Buffer): Result | null {
  const result = objectOf(body)?.result;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const values = result as Record<string, unknown>;
  const code = wholeOf(values.iErrCode);
  return code === null ? null : { code, text: shownText(values.sErrMsg), values };
}

/** Why it refuses. */
export function failureOf({ code, text }: Result): Failure {
  const trouble = WORDS.find(([words]) => words.test(plain(text)))?.[1] ?? 'refused';
  return { trouble, text: `${code}: ${text}` };
}

/** Whether it refuses because the day is open already. */
export function isOpenAlready({ text }: Result): boolean {
  return OPEN_ALREADY.test(plain(text));
}

/** The document that came out. Its place and total are those of the memory. */
export function printedOf({
  values,
}: Result):
  | (Pick<FiscalDocument, 'time' | 'control'> &
      Required<Pick<FiscalDocument, 'printed'>> & { z: number; serial: string })
  | null {
  const data = values.receiptData;
  if (typeof data !== 'object' || data === null) return null;
  const { sBBOXID, iClosureNr, iNr, sTimestamp, sDocumentNumber, sNavCode } = data as Record<string, unknown>;
  const [z, number] = [wholeOf(iClosureNr), wholeOf(iNr)];
  const time = timeOf(sTimestamp);
  const type = /^([A-Z]{2})-/.exec(typeof sDocumentNumber === 'string' ? sDocumentNumber : '')?.[1];
  if (z === null || number === null || time === null || type === undefined || !isSerial(sBBOXID)) return null;
  const control = typeof sNavCode === 'string' && /^[\dA-F]{5}$/.test(sNavCode) ? { control: sNavCode } : {};
  return { z, serial: sBBOXID, time, printed: { type, number }, ...control };
}

/** Where the memory ends: answer of `getDailyTotal`. */
export function positionOf({
  values,
}: Result): (CountedPosition & { counts: Record<PaperType, number> }) | null {
  const counts = Object.fromEntries(
    Object.entries(COUNTERS).map(([type, name]) => [type, wholeOf(values[name])]),
  ) as Record<PaperType, number | null>;
  const sums = SUMS.map((name) => centsOf(values[name]));
  const moves = MOVES.map((name) => wholeOf(values[name]));
  const z = wholeOf(values.iClosureNr);
  const all = [...Object.values(counts), ...sums, ...moves, z];
  if (all.includes(null) || !isSerial(values.sBBOXID)) return null;
  const add = (list: readonly (number | null)[]) => list.reduce<number>((sum, one) => sum + one!, 0);
  return {
    ...{ z: z!, number: add(Object.values(counts)), serial: values.sBBOXID },
    ...{ sum: add(sums), moves: add(moves), counts: counts as Record<PaperType, number> },
  };
}

/** AP number of a control unit. */
function isSerial(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]\d{8}$/.test(value);
}

/** A count, as number or text. */
function wholeOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,5}$/.test(text)) return null;
  return Number(text) <= MOST_COUNT ? Number(text) : null;
}

/** An amount in forint with at most two decimals, as hundredths, without its sign. */
function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  const [, whole, part = ''] =
    /^-?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** `2026.11.23 19:20:05` or with dashes and T, as local time. */
function timeOf(value: unknown): string | null {
  const parts =
    typeof value === 'string'
      ? /^(\d{4})[.-](\d\d)[.-](\d\d)\.?[ T](\d\d):(\d\d)(?::(\d\d))?/.exec(value)
      : null;
  if (!parts) return null;
  const [, year, month, day, hour, minute, second = '00'] = parts;
  const time = `${year!}-${month!}-${day!}T${hour!}:${minute!}:${second}`;
  return Number.isNaN(Date.parse(`${time}Z`)) ? null : time;
}
