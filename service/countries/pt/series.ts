/**
 * Series of Portuguese documents: their names, what the register remembers of
 * each, and which one the next document belongs to (doc 3, Portugal rules 1, 4, 5).
 *
 * A series name is `<TL>_<TT>.<yy>`, then a letter where the plain name is used
 * up (FN_series, lost documents, a closed series), then `M` for the series of the
 * register's own making, which is why no letter is ever M: `M` documents of a
 * manual invoice book, `MD` documents lost and entered again, `MF` training.
 * Before that stands `MT` in the names of tests: `FS 1_1.26MT`, `FS 1_1.26AMTMF`.
 */
import type { Json } from '../../receipt/json.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { isDocumentType, type DocumentType } from './document.ts';
import { isOwnCode } from './own-codes.ts';

/** Kind of a series for the authority: normal, training, recovered documents. */
export type SeriesKind = 'N' | 'F' | 'R';

/** Ending of a series name: normal, manual invoice book, lost documents, training. */
export type SeriesMark = '' | 'M' | 'MD' | 'MF';

/** What the register's state keeps of the series of one document type, under {@link seriesKey}. */
export interface Series extends Record<string, Json> {
  /** Last number given, 0 before the first document. */
  number: number;
  /** Hash of the last document, empty before the first and for documents that are not signed. */
  hash: string;
  /** Date of the last document, `YYYY-MM-DD`, empty before the first. */
  date: string;
  /** System entry time of the last document, empty before the first. */
  entry: string;
  /** Validation code, the part of the ATCUD before the hyphen. */
  code: string;
  kind: SeriesKind;
  /** The code is made up or comes from the test service: no real document belongs here. */
  test: boolean;
  /** First day of use. */
  from: string;
  /** Time when it was closed here, empty while it takes documents. */
  closed: string;
  /** The authority knows that it is closed. */
  reported: boolean;
}

/** A series that has no documents yet. */
export function newSeries(code: string, kind: SeriesKind, test: boolean, from: string): Series {
  return {
    number: 0,
    hash: '',
    date: '',
    entry: '',
    code,
    kind,
    test,
    from,
    closed: '',
    reported: false,
  };
}

const PREFIX = 'PT/';
const LETTER_PREFIX = 'PT/letter ';

/** State key of a series, from its id such as `FS 1_1.26`. */
export function seriesKey(id: string): string {
  return `${PREFIX}${id}`;
}

/** State key of the letter that a place's series have come to; tests have letters of their own. */
export function letterKey(place: string, test: boolean): string {
  return `${LETTER_PREFIX}${test ? 'test ' : ''}${place}`;
}

/** The series with an id, null when there is none. */
export function seriesOf(state: State, id: string): Series | null {
  return (state.get(seriesKey(id)) as Series | undefined) ?? null;
}

/** Where documents are numbered: location, terminal and year, `1_1.26`. */
export function placeOf({ TL, TT }: { TL: string; TT: string }, day: string): string {
  return `${TL}_${TT}.${day.slice(2, 4)}`;
}

/** The parts of a series id. */
export interface SeriesName {
  type: DocumentType;
  /** Location, terminal and year: `1_1.26`. */
  place: string;
  /** Two digits of the year. */
  year: string;
  letter: string;
  mark: SeriesMark;
  /** The name says that its documents are tests. */
  trial?: boolean;
}

/** What a name of tests has before its mark. */
const TRIAL = 'MT';
const ID = /^([A-Z]{2}) (.+\.(\d\d))([A-LN-Z]*)(MT|)(|M|MD|MF)$/;

/** Takes an id apart; null when it is none of ours. */
export function parseSeries(id: string): SeriesName | null {
  const m = ID.exec(id);
  if (!m || !isDocumentType(m[1])) return null;
  const trial = m[5] === TRIAL;
  const mark = m[6] as SeriesMark;
  return { type: m[1], place: m[2]!, year: m[3]!, letter: m[4]!, mark, ...(trial && { trial }) };
}

/** Puts an id together. */
export function seriesId({ type, place, letter, mark, trial }: Omit<SeriesName, 'year'>): string {
  return `${type} ${place}${letter}${trial ? TRIAL : ''}${mark}`;
}

/** True when a register has issued documents that count. */
export function hasRealDocuments(state: State): boolean {
  return indexOf(state).some((id) => {
    const series = seriesOf(state, id);
    return series !== null && !series.test && series.number > 0;
  });
}

/** The name that the authority knows: the id without the document type. */
export function nameOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1);
}

/** State key of the ids of all series: the state holds much more than series, and they are asked for often. */
const INDEX = 'PT/series';

function indexOf(state: State): string[] {
  return (state.get(INDEX) as string[] | undefined) ?? [];
}

/** All series of a register with their ids. */
export function* allSeries(state: State): Generator<[id: string, series: Series, name: SeriesName]> {
  for (const id of indexOf(state)) {
    const name = parseSeries(id);
    const series = seriesOf(state, id);
    if (name && series) yield [id, series, name];
  }
}

/** The name of another series that differs only in upper and lower case, null when there is none. */
export function sameButForCase(id: string, state: State): string | null {
  const wanted = id.toUpperCase();
  for (const [other] of allSeries(state)) {
    if (other !== id && other.toUpperCase() === wanted) return other;
  }
  return null;
}

/** State changes that store a series, known or new. */
export function withSeries(state: State, id: string, series: Series): Record<string, Json> {
  const isNew = seriesOf(state, id) === null;
  return {
    [seriesKey(id)]: series,
    ...(isNew && { [INDEX]: [...indexOf(state), id] }),
    ...(series.number > 0 && withLetter(state, id, series)),
  };
}

/** Documents were given a letter: whatever FN_series says later, no older series of theirs goes on. */
function withLetter(state: State, id: string, { test }: Series): Record<string, Json> {
  const name = parseSeries(id);
  if (!name || name.letter === '') return {};
  const known = usedLetter(state, name, test);
  return laterLetter(known, name.letter) === known ? {} : { [usedKey(name, test)]: name.letter };
}

/** State key of the letter that documents of one type and mark have come to in a place. */
function usedKey(name: Omit<SeriesName, 'year' | 'letter'>, test: boolean): string {
  return `${PREFIX}used ${test ? 'test ' : ''}${seriesId({ ...name, letter: '' })}`;
}

function usedLetter(state: State, name: Omit<SeriesName, 'year' | 'letter'>, test: boolean): string {
  const used = state.get(usedKey(name, test));
  return typeof used === 'string' ? used : '';
}

/** The letter after a letter; M is left out. */
export function nextLetter(letter: string): string {
  const last = letter.at(-1) ?? '';
  if (last === '') return 'A';
  if (last === 'Z') return `${letter}A`;
  return `${letter.slice(0, -1)}${last === 'L' ? 'N' : String.fromCharCode(last.charCodeAt(0) + 1)}`;
}

/** True for a letter that a till can come to within a year, or none. */
export function isLetter(letter: string): boolean {
  return /^Z?[A-LN-Z]?$/.test(letter);
}

/** The later of two letters. */
export function laterLetter(a: string, b: string): string {
  if (a.length !== b.length) return a.length > b.length ? a : b;
  return a > b ? a : b;
}

/** The letter from which a place's series are taken: what its documents have come to, or the profile's FN_series. */
export function baseLetter(state: State, place: string, test: boolean, wish: string): string {
  const known = state.get(letterKey(place, test));
  const own = typeof known === 'string' ? known : '';
  return laterLetter(laterLetter(own, firstLetter(state, place.slice(-2))), wish);
}

/** State key of the letter that places begin with of which a restored backup knows nothing. */
const FIRST = 'PT/first letter';

/** The letter that a place begins with in a year (two digits) if nothing else is known of it. */
export function firstLetter(state: State, year: string): string {
  const first = state.get(FIRST) as { letter: string; years: string[] } | undefined;
  return first?.years.includes(year) ? first.letter : '';
}

/** State change that makes all places of some years begin with a letter. */
export function withFirstLetter(letter: string, years: string[]): Record<string, Json> {
  return { [FIRST]: { letter, years } };
}

/** FN_series: a letter A to Z except M; anything else counts as none. */
export function wishedLetter(value: string | undefined): string {
  return value !== undefined && /^[a-ln-z]$/i.test(value) ? value.toUpperCase() : '';
}

/** A series to put the next document into; `series` is null when it has to be opened first. */
export interface Slot {
  id: string;
  series: Series | null;
}

/**
 * The series of the next document: the first from the letter on, or from the one that
 * its documents have come to, that is neither closed nor of the other world (test codes and real ones are never mixed).
 */
export function slotFor(
  state: State,
  name: Omit<SeriesName, 'year' | 'letter'>,
  test: boolean,
  wish: string,
): Slot {
  const first = laterLetter(baseLetter(state, name.place, test, wish), usedLetter(state, name, test));
  for (let letter = first; ; letter = nextLetter(letter)) {
    const id = seriesId({ ...name, letter });
    const series = seriesOf(state, id);
    if (series === null || (series.closed === '' && series.test === test)) return { id, series };
  }
}

/** State changes that close all open series of a place up to a letter, those of tests or the real ones. */
export function closePlace(
  state: State,
  place: string,
  test: boolean,
  letter: string,
  now: string,
): Record<string, Json> {
  const changes: Record<string, Json> = {};
  for (const [id, series, name] of allSeries(state)) {
    const isMeant = name.place === place && laterLetter(name.letter, letter) === letter;
    if (isMeant && series.test === test && series.closed === '')
      changes[seriesKey(id)] = { ...series, closed: now, reported: isOwnCode(series) };
  }
  return changes;
}

/**
 * The tax authority's rules for series names: its characters, no separator at an
 * end or doubled, and no `AT` at the beginning, which it keeps for itself.
 */
const SERIES_NAME = /^(?=.{1,35}$)(?!AT)[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/i;
/** True for a name that the authority takes. */
export function isSeriesName(name: string): boolean {
  return SERIES_NAME.test(name);
}

/** Letters that a name may still get. */
const LONGEST_ENDING = 'ZMD';

/** Checks that TL and TT can make a series name. */
export function checkSeries(TL: string, TT: string, path: string): Issue[] {
  if (SERIES_NAME.test(`${placeOf({ TL, TT }, '2000')}${LONGEST_ENDING}`)) return [];
  return [
    issue(
      '#PT_SERIES',
      path,
      `TL ${JSON.stringify(TL)} and TT ${JSON.stringify(TT)} make no valid series name: letters, digits and single . _ - inside, not beginning with AT, at most 28 characters together`,
    ),
  ];
}
