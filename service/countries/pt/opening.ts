/**
 * Opening series with the authority before their first document.
 *
 * The intention is journaled first. When the answer is lost, or the program ends
 * in the middle, the next attempt finds the series registered and takes it over.
 * A registered series without such an intention is somebody else's, or this
 * till's before it lost its data: its numbers may be in customers' hands, so the
 * next letter is taken.
 */
import type { Json } from '../../receipt/json.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { issue } from './codes.ts';
import { accessTo, hasTrialNames, modeOf, practiceOf } from './access.ts';
import { recall, type Attempt, type Patience } from './attempts.ts';
import { classOf, type DocumentType } from './document.ts';
import { ownSeriesCode } from './own-codes.ts';
import { noteFirst, register, underWay } from './registration.ts';
import {
  laterLetter,
  nameOf,
  newSeries,
  sameButForCase,
  seriesOf,
  slotFor,
  wishedLetter,
  withSeries,
  type Series,
  type SeriesKind,
  type SeriesMark,
  type Slot,
} from './series.ts';
import { bareTaxId } from './tax-id.ts';

/** A series that documents are to be put into. */
export interface Wanted {
  type: DocumentType;
  place: string;
  mark: SeriesMark;
  /** First day of use, `YYYY-MM-DD`. */
  from: string;
  /** Letters before this one are used up. */
  letter?: string;
}

/** Outcome of opening a series. */
export type Opened = { id: string; series: Series } | { issue: Issue };

/** Writes a day as `YYYY-MM-DD`. */
const LISBON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' });
/** So many letters are not used up within a year; more would be a mistake of ours. */
const MOST_LETTERS = 60;

/** Kind of a series for the authority, by the ending of its name. */
export function kindOf(mark: SeriesMark): SeriesKind {
  if (mark === '') return 'N';
  return mark === 'MF' ? 'F' : 'R';
}

/** The series that the next document goes into now. */
export function slotOf(
  { type, place, mark, letter = '' }: Wanted,
  state: State,
  context: CountryContext,
): Slot {
  const wish = laterLetter(wishedLetter(context.attributes().text('FN_series')), letter);
  const name = { type, place, mark, trial: hasTrialNames(context) };
  return slotFor(state, name, practiceOf(context) !== null, wish);
}

/** A series with a made-up code. */
export function ownSeries(id: string, { mark, from }: Wanted, context: CountryContext): Series {
  return newSeries(ownSeriesCode(bareTaxId(context.cfg.Cmp.TaxId), id), kindOf(mark), true, from);
}

/** What is wrong with a new series whose name exists in another case; null when it does not. */
export function checkTwin(id: string, state: State): Issue | null {
  const twin = sameButForCase(id, state);
  const text = `${id} and ${twin} are one name to the tax authority`;
  return twin === null ? null : issue('#PT_SERIES', 'ESR.TL', text);
}

/** Opens the series for the next document, unless it is open. */
export async function* openSeries(
  wanted: Wanted,
  state: State,
  context: CountryContext,
  patience: Patience,
): AsyncGenerator<StateChange, Opened, void> {
  const mode = modeOf(context);
  for (let i = 0; i < MOST_LETTERS; i++) {
    const { id, series } = slotOf(wanted, state, context);
    if (series) return { id, series };
    const twin = checkTwin(id, state);
    if (twin) return { issue: twin };
    if (mode === 'own') {
      const own = ownSeries(id, wanted, context);
      yield openedChange(id, own);
      return { id, series: own };
    }
    // Without the partner's key nobody knows whose program would be named.
    if (!context.key()) return { issue: issue('#PT_KEY', '', `series ${id} is not opened without a key`) };
    const failed = underWay(id, context) ? null : recall(context, id, patience);
    if (failed) return { issue: failure(id, failed) };
    const access = accessTo(mode, context);
    if (!access) return { issue: withoutLogin(id) };
    if (!underWay(id, context) && intention(state, id) === null) {
      yield intendedChange(id, context);
      // Meanwhile somebody else may have opened it, or have found that the name is not ours.
      if (seriesOf(state, id) !== null || intention(state, id) === null) continue;
    }
    const since = intention(state, id)?.slice(0, 10) ?? null;
    const answer = await (underWay(id, context) ??
      register(id, { ...registrationOf(id, wanted, context), since }, access, context));
    if ('code' in answer) {
      yield openedChange(id, newSeries(answer.code, kindOf(wanted.mark), mode === 'test', answer.from));
      continue;
    }
    if ('failed' in answer) {
      // A clear no means that nothing was registered: whoever registers it later is not us.
      if (answer.isClear) yield forgottenChange(id);
      return { issue: failure(id, answer.failed) };
    }
    yield takenChange(id, kindOf(wanted.mark), mode === 'test', context.now);
  }
  return { issue: issue('#PT_SERIES_REFUSED', '', `all names of ${wanted.type} ${wanted.place} are taken`) };
}

function registrationOf(id: string, { mark, type, from }: Wanted, context: CountryContext) {
  return {
    series: nameOf(id),
    kind: kindOf(mark),
    documentClass: classOf(type),
    documentType: type,
    first: 1,
    from: laterDay(from, lisbonDay(context.clock.now())),
    certificate: context.program().certificate,
  };
}

/** A series was opened; dropped when it is known already. */
export function openedChange(id: string, series: Series): StateChange {
  return {
    event: 'series-opened',
    details: { Series: id, Code: series.code, ...(series.test && { Test: '1' }) },
    changes: (state) =>
      seriesOf(state, id) === null
        ? { ...withSeries(state, id, series), ...withoutIntention(state, id) }
        : null,
  };
}

/** The authority counts days in Lisbon; in the Azores the day ends an hour later. */
export function lisbonDay(ms: number): string {
  return LISBON.format(ms);
}

function laterDay(a: string, b: string): string {
  return a > b ? a : b;
}

const INTENTION = 'PT/opening ';

/** State key of the time since when a series is being opened. */
function intentionKey(id: string): string {
  return `${INTENTION}${id}`;
}

/** State changes that forget what was being opened: a series that is registered meanwhile is not taken over. */
export function withoutIntentions(state: State): Record<string, Json> {
  const open = [...state.keys()].filter((key) => key.startsWith(INTENTION) && state.get(key) !== null);
  return Object.fromEntries(open.map((key) => [key, null]));
}

function intention(state: State, id: string): string | null {
  const since = state.get(intentionKey(id));
  return typeof since === 'string' ? since : null;
}

function withoutIntention(state: State, id: string): Record<string, Json> {
  return intention(state, id) === null ? {} : { [intentionKey(id)]: null };
}

function intendedChange(id: string, context: CountryContext): StateChange {
  return {
    event: 'series-opening',
    details: { Series: id },
    changes(state) {
      if (intention(state, id) !== null || seriesOf(state, id) !== null) return null;
      noteFirst(id, context);
      return { [intentionKey(id)]: context.now };
    },
  };
}

function forgottenChange(id: string): StateChange {
  return {
    event: 'series-refused',
    details: { Series: id },
    changes: (state) => (intention(state, id) === null ? null : withoutIntention(state, id)),
  };
}

/** The name is used up, as if the series had been closed here. */
function takenChange(id: string, kind: SeriesKind, test: boolean, now: string): StateChange {
  const taken: Series = { ...newSeries('', kind, test, now.slice(0, 10)), closed: now, reported: true };
  return {
    event: 'series-taken',
    details: { Series: id },
    changes: (state) =>
      seriesOf(state, id) === null
        ? { ...withSeries(state, id, taken), ...withoutIntention(state, id) }
        : null,
  };
}

function withoutLogin(id: string): Issue {
  const text = `series ${id} is not known to the tax authority, and the control page has no complete login for it: enter login and certificates, or the validation code from the authority's portal`;
  return issue('#PT_SERIES_LOGIN', '', text);
}

function failure(id: string, { text, refused }: Attempt): Issue {
  return refused
    ? issue('#PT_SERIES_REFUSED', '', `the tax authority refuses series ${id}: ${text}`)
    : issue(
        '#PT_SERIES_OFFLINE',
        '',
        `series ${id} cannot be opened, the tax authority is not reached: ${text}`,
      );
}
