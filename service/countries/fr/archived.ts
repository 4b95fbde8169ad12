/**
 * Which days archives have. A fiscal year is archived when every day of it is in one,
 * whatever periods the archives were made of.
 */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import { dayBefore, nextDay, yearEnd } from '../base/closings.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { KEYS, openPeriods, textAt, yearMonth } from './books.ts';

/** First and last day, both included. */
export interface Days {
  from: string;
  till: string;
}

/** The days of all archives: rows that neither touch nor overlap, in order. */
export function archivedDays(state: Pick<State, 'get'>): Days[] {
  const kept = state.get(KEYS.archives);
  if (Array.isArray(kept)) return kept.filter(isTree) as unknown as Days[];
  // Versions before noted the last day alone.
  const till = textAt(state, KEYS.archived);
  return till === '' ? [] : [{ from: begunOn(state), till }];
}

/**
 * The days of all archives with one more; null where it adds none. Days that are not
 * closed yet do not count: what is still to come of them is in no archive.
 */
export function withArchive({ from, till }: Days, state: Pick<State, 'get'>): Json | null {
  const open = openPeriods(state);
  const last = open === null ? '' : earlierOf(till, dayBefore(open.day));
  if (last < from) return null;
  const before = archivedDays(state);
  if (before.some((days) => days.from <= from && last <= days.till)) return null;
  const joined: Days[] = [];
  for (const days of [...before, { from, till: last }].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const row = joined.at(-1);
    if (row && days.from <= nextDay(row.till)) row.till = laterOf(row.till, days.till);
    else joined.push({ from: days.from, till: days.till });
  }
  return joined as unknown as Json;
}

/** The last day that the archives have without a gap since the register began; null for none. */
export function archivedTill(state: Pick<State, 'get'>): string | null {
  const gap = firstGap(state);
  return gap !== null && gap > begunOn(state) ? dayBefore(gap) : null;
}

/** The first fiscal year that is over, or what of it no archive has; null for none. */
export function archiveDue(
  state: Pick<State, 'get'>,
  context: Pick<CountryContext, 'attributes'>,
): Days | null {
  const open = openPeriods(state);
  const from = firstGap(state);
  // Whole fiscal years: an archive has at most twelve months.
  if (open === null || from === null || from >= open.year) return null;
  const next = archivedDays(state).find((days) => days.from > from);
  const ends = [
    yearEnd(from, yearMonth(context)),
    dayBefore(open.year),
    ...(next ? [dayBefore(next.from)] : []),
  ];
  return { from, till: ends.reduce(earlierOf) };
}

/** Whether days are a whole fiscal year that is closed, or all of it since the register began. */
export function isFiscalYear(
  { from, till }: Days,
  state: Pick<State, 'get'>,
  context: Pick<CountryContext, 'attributes'>,
): boolean {
  const open = openPeriods(state);
  const month = yearMonth(context);
  if (open === null || till >= open.year || yearEnd(till, month) !== till) return false;
  const before = yearEnd(`${Number(till.slice(0, 4)) - 1}${till.slice(4, 8)}01`, month);
  return from <= laterOf(nextDay(before), begunOn(state));
}

/** The first day since the register began that no archive has; null before it has begun. */
function firstGap(state: Pick<State, 'get'>): string | null {
  const begun = begunOn(state);
  if (begun === '') return null;
  const first = archivedDays(state).find(({ from, till }) => from <= begun && begun <= till);
  return first ? nextDay(first.till) : begun;
}

function begunOn(state: Pick<State, 'get'>): string {
  return textAt(state, KEYS.begun).slice(0, 10);
}

function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}

/** The later of two days. */
export function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}
