/**
 * A register that was restored from a backup (Despacho 8632/2014): what was issued
 * after the backup is in customers' hands and not in the journal. All series in
 * use end, and the next letter begins, so that no number is given a second time.
 */
import type { Json } from '../../receipt/json.ts';
import type { Problem } from '../../wire.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';
import { withoutIntentions } from './opening.ts';
import {
  allSeries,
  baseLetter,
  closePlace,
  firstLetter,
  laterLetter,
  letterKey,
  nextLetter,
  wishedLetter,
  withFirstLetter,
  type Series,
} from './series.ts';

/** State key of the time of the last restore. */
const RESTORED = 'PT/restored';
/** So long the status reminds of lost documents. */
const DAYS_TO_REMIND = 31;
/** Around New Year's Eve documents are dated in both years. */
const DAYS_AROUND = 31;
const DAY_MS = 86_400_000;

/** {@link Country.restored} of Portugal. */
export function restored(state: State, context: CountryContext): Restored {
  const { now } = context;
  const wish = wishedLetter(context.attributes().text('FN_series'));
  const changes: Record<string, Json> = { [RESTORED]: now, ...withoutIntentions(state) };
  const begun = new Set<string>();
  for (const place of placesInUse(state, now)) {
    // Real ones may have been opened after the backup of a till that was still being tested.
    for (const test of [false, true]) {
      const last = lastLetter(state, place, test, wish);
      const next = nextLetter(last);
      changes[letterKey(place, test)] = next;
      Object.assign(changes, ended(closePlace(state, place, test, last, now)));
      begun.add(place + next);
    }
  }
  // And in places that this register used only later.
  const years = yearsAround(now);
  const letter = nextLetter(years.map((year) => firstLetter(state, year)).reduce(laterLetter, wish));
  Object.assign(changes, withFirstLetter(letter, years));
  return { details: { Letter: letter, ...(begun.size > 0 && { Series: [...begun].join(', ') }) }, changes };
}

/** Reminds of documents that may be lost. */
export function restoredProblems(state: State, { now }: CountryContext): Problem[] {
  const at = state.get(RESTORED);
  if (typeof at !== 'string') return [];
  const days = (Date.parse(now) - Date.parse(at)) / DAY_MS;
  const date = at.slice(0, 10);
  return days > DAYS_TO_REMIND ? [] : [{ code: 'PT_RESTORED', severity: 'warning', params: { date } }];
}

/** Places whose series may have got documents after the backup. */
function placesInUse(state: State, now: string): Set<string> {
  const places = new Set<string>();
  for (const [, series, { place, year }] of allSeries(state)) {
    if (series.closed === '' || year === now.slice(2, 4)) places.add(place);
  }
  return places;
}

/** The letter that a place's documents have come to. */
function lastLetter(state: State, place: string, test: boolean, wish: string): string {
  let last = baseLetter(state, place, test, wish);
  for (const [, series, name] of allSeries(state)) {
    if (name.place === place && series.test === test) last = laterLetter(name.letter, last);
  }
  return last;
}

/** The years, two digits, that documents of these days may be dated in. */
function yearsAround(now: string): string[] {
  const day = (days: number) => new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + days * DAY_MS);
  const years = [-DAYS_AROUND, 0, DAYS_AROUND].map((days) => day(days).toISOString().slice(2, 4));
  return [...new Set(years)];
}

/**
 * The authority hears of the end of a series by its last number in the journal. A
 * series without documents there is not annulled: that would say it never had any.
 */
function ended(closed: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(closed).map(([key, value]) => {
      const series = value as Series;
      return [key, series.number === 0 ? { ...series, reported: true } : series];
    }),
  );
}
