/**
 * What a Portuguese register does by itself, so that no sale has to wait for the
 * authority: it opens the series of the year and, in December, those of the next
 * one, and closes what takes no more documents (doc 3, Portugal rule 5).
 */
import { configuredTerminal } from '../../receipt/cfg.ts';
import { DEFAULT_DAYS_OFF } from '../../receipt/complete.ts';
import { isFarBehind } from '../../clock.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { modeOf, practiceOf } from './access.ts';
import { practiceNote } from './practice.ts';
import { lastTimes } from './clock.ts';
import type { DocumentType } from './document.ts';
import { closeSeries } from './closing.ts';
import { openSeries, slotOf, type Wanted } from './opening.ts';
import { allSeries, placeOf } from './series.ts';

/** Document types that a till needs without being asked for them (doc 3, automatic selection). */
const USUAL_TYPES: readonly DocumentType[] = ['FS', 'FT', 'NC'];
/** From this day on (month and day) the series of the next year are opened. */
const NEXT_YEAR_FROM = '12-01';

/** Series that are not open yet but should be: those of this year, from December also of the next. */
export function wantedSeries(state: State, context: CountryContext): Wanted[] {
  // Without the partner's key nobody knows whose program would be named to the authority.
  if (modeOf(context) === 'own' || !context.key()) return [];
  const today = context.now.slice(0, 10);
  const year = Number(today.slice(0, 4));
  const wanted = wantedOn(state, today, context);
  return today.slice(5) >= NEXT_YEAR_FROM
    ? [...wanted, ...wantedOn(state, `${year + 1}-01-01`, context)]
    : wanted;
}

function wantedOn(state: State, from: string, context: CountryContext): Wanted[] {
  const test = practiceOf(context) !== null;
  const place = placeOf(configuredTerminal(context.cfg), from);
  const yearBefore = String(Number(from.slice(0, 4)) - 1);
  const before = placeOf(configuredTerminal(context.cfg), yearBefore);
  const types = new Set(USUAL_TYPES);
  for (const [, series, name] of allSeries(state)) {
    const used = name.place === place || name.place === before;
    if (used && name.mark === '' && series.test === test) types.add(name.type);
  }
  if (isRetired(state, place, test)) return [];
  return [...types]
    .map((type): Wanted => ({ type, place, mark: '', from }))
    .filter((wanted) => slotOf(wanted, state, context).series === null);
}

/** State key that remembers that a till was taken out of use, whatever the year. */
export function retiredKey(place: string): string {
  return `PT/retired ${tillOf(place)}`;
}

/** The till of a place: location and terminal. */
function tillOf(place: string): string {
  return place.slice(0, place.lastIndexOf('.'));
}

/** Of a till that was taken out of use nothing is opened again by itself. */
function isRetired(state: State, place: string, test: boolean): boolean {
  if (state.get(retiredKey(place)) !== true) return false;
  // An open series means that a document after that has put it back into use.
  return ![...allSeries(state)].some(
    ([, series, name]) =>
      tillOf(name.place) === tillOf(place) &&
      name.mark === '' &&
      series.closed === '' &&
      series.test === test,
  );
}

/** Series of past years that take no more documents: none may be dated so long ago any more. */
function outdated(state: State, context: CountryContext): string[] {
  const days = context.attributes().number('Normalize_D', DEFAULT_DAYS_OFF) + 1;
  const limit = new Date(`${context.now.slice(0, 10)}T00:00:00Z`);
  limit.setUTCDate(limit.getUTCDate() - days);
  const year = limit.toISOString().slice(2, 4);
  return [...allSeries(state)]
    .filter(([, series, name]) => series.closed === '' && isBefore(name.year, year))
    .map(([id]) => id);
}

/** Two-digit years; the century is that of the nearer one. */
function isBefore(year: string, other: string): boolean {
  const distance = (Number(other) - Number(year) + 100) % 100;
  return distance > 0 && distance < 50;
}

/** {@link Country.background} of Portugal. */
export async function* background(
  state: State,
  context: CountryContext,
): AsyncGenerator<StateChange, void, void> {
  const note = practiceNote(state, context);
  if (note) yield note;
  // By a wrong clock series of this year are those of a year long past.
  if (isFarBehind(context.clock, lastTimes(state, context).entered)) return;
  for (const wanted of wantedSeries(state, context)) yield* openSeries(wanted, state, context, 'background');
  const ending = [...outdated(state, context), ...unreported(state)];
  for (const id of ending) yield* closeSeries(id, state, context, 'background');
}

function unreported(state: State): string[] {
  return [...allSeries(state)].filter(([, s]) => s.closed !== '' && !s.reported).map(([id]) => id);
}
