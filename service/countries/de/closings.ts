/** Where the closings of a register are: an entry of its state for each, made with the receipt that closes. */
import { DEFAULT_DAYS_OFF } from '../../receipt/complete.ts';
import type { Json } from '../../receipt/json.ts';
import { daysLater } from '../../receipt/time.ts';
import { isTree } from '../../receipt/tree.ts';
import type { State } from '../contract/state.ts';
import { LAST_Z, PERIOD, type KeptClosing, type Period } from './kept.ts';
import { openPeriod } from './period.ts';

/** The days of a closing, `YYYY-MM-DD`. */
interface ClosingDays {
  /** When its first record and the receipt that closes were registered. */
  from: string;
  till: string;
  /** Others that its processes are dated on; undefined where nobody knows. */
  days: readonly string[] | undefined;
}

/** Where a closing is. */
export interface ClosingPlace extends ClosingDays {
  number: number;
  /** Sequence numbers of its first record and of the receipt that closes. */
  first: number;
  last: number;
}

const key = (number: number) => `DE/Closing ${number}`;

/** The state's entry of a closing; becomes valid with its receipt. */
export function closingEntry({
  Nr,
  first,
  last,
  days,
}: Pick<KeptClosing, 'Nr' | 'first' | 'last' | 'days'>): Record<string, Json> {
  const registered = { from: first.D.slice(0, 10), till: last.D.slice(0, 10) };
  return { [key(Nr)]: { first: first.SQ, last: last.SQ, ...registered, ...(days && { days }) } };
}

/** What an export of some days is about. */
export interface ExportedClosings {
  /** In order, without a gap. */
  closings: ClosingPlace[];
  /** The open period, where it is wanted and belongs to them. */
  open: Period | null;
}

/**
 * The closings of a register that reach into days, or have a process that is dated on one of them,
 * and all between the first and the last of those: their numbers have no gap, as it would look as
 * if a closing had been taken away.
 * @param asked.open with the period that is not closed yet
 */
export function closingsOf(
  state: State,
  { from, till, open }: { from: string; till: string; open: boolean },
): ExportedClosings {
  const lastNumber = state.get(LAST_Z);
  const all: ClosingPlace[] = [];
  for (let number = 1; number <= (typeof lastNumber === 'number' ? lastNumber : 0); number++) {
    const place = placeOf(number, state.get(key(number)));
    if (place) all.push(place);
  }
  const period = open ? openPeriod(state) : null;
  const isOpen = period !== null && reaches(daysOf(period), from, till);
  const first = all.findIndex((place) => reaches(place, from, till));
  const last = isOpen ? all.length - 1 : all.findLastIndex((place) => reaches(place, from, till));
  return { closings: first < 0 ? [] : all.slice(first, last + 1), open: isOpen ? period : null };
}

function daysOf({ first, days }: Period): ClosingDays {
  return { from: first.D.slice(0, 10), till: '9', days };
}

function reaches(closing: ClosingDays, from: string, till: string): boolean {
  if (closing.days?.some((day) => day >= from && day <= till)) return true;
  const first = closing.days ? closing.from : earliest(closing.from);
  return first <= till && closing.till >= from;
}

/** The first day that a receipt may be dated on which was registered on a day: nothing of it may be left out. */
function earliest(day: string): string {
  return daysLater(day, -DEFAULT_DAYS_OFF);
}

/** Day of the first record of a register; null before there was one. */
export function firstDay(state: State): string | null {
  const open = state.get(PERIOD);
  const since = isTree(open) && isTree(open.first) ? open.first.D : null;
  return placeOf(1, state.get(key(1)))?.from ?? (typeof since === 'string' ? since.slice(0, 10) : null);
}

/** Day of the last closing; null before there was one. */
export function lastClosingDay(state: State): string | null {
  const number = state.get(LAST_Z);
  return typeof number === 'number' ? (placeOf(number, state.get(key(number)))?.till ?? null) : null;
}

function placeOf(number: number, value: Json | undefined): ClosingPlace | null {
  if (!isTree(value)) return null;
  const { first, last, from, till, days } = value;
  const isPlace = typeof first === 'number' && typeof last === 'number';
  return isPlace && typeof from === 'string' && typeof till === 'string'
    ? { number, first, last, from, till, days: Array.isArray(days) ? days.map(String) : undefined }
    : null;
}
