/**
 * Documents that exist already and are entered again: from a manual invoice
 * book, or lost when a backup was restored (doc 3, Portugal rule 4; Despacho
 * 8632/2014). The POS sends their number as ESR.FN and their date as ESR.D.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { isNonFiscal, isTraining, type Esr, type JournalRecord } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { isDocumentType, type DocumentType } from './document.ts';
import {
  baseLetter,
  closePlace,
  isLetter,
  laterLetter,
  letterKey,
  nextLetter,
  parseSeries,
  seriesOf,
  type SeriesMark,
} from './series.ts';

/** What a recovered document says about its original. */
export interface Original {
  /** Number as it stands on the original: `FS 1_1.26/57`, `abc/23`. */
  number: string;
  /** `M` manual invoice book, `MD` lost. */
  mark: Extract<SeriesMark, 'M' | 'MD'>;
  /** Type that the number of a lost document begins with. */
  type: DocumentType | null;
}

/** Attribute that keeps the number of the original. */
const ORIGINAL = 'PT_OriginalFN';
const LOST = /^([A-Z]{2}) [^\s/^]+\/[1-9]\d*$/;
const FORM = /^[^\s/^]+\/\d+$/;
/** A form whose series is printed with blanks, `abc 12/7`; two letters and a blank begin a number of a till. */
const FORM_WITH_BLANKS = /^(?![A-Za-z]{2} )[^\s/^]+(?: [^\s/^]+)+\/\d+$/;
/** HashControl may have 70 characters; version and mark need some. */
const LONGEST = 60;

/** First day that the schema of SAF-T (PT) takes. */
const EARLIEST = '2000-01-01';

/** The number of a form as SAF-T can hold it: no blank may stand in HashControl. All others as they are. */
function formNumber(number: string): string {
  return FORM_WITH_BLANKS.test(number) ? number.replaceAll(' ', '_') : number;
}

/** A receipt with FN and D is one that exists already; its number moves to an attribute of its own. */
export function readExisting(esr: Esr): Esr | null {
  const { FN, ...rest } = esr;
  if (FN === undefined || esr.D === undefined) return null;
  if (isNonFiscal(esr) || isTraining(esr) || esr.Void === '1') return null;
  return { ...rest, [ORIGINAL]: formNumber(FN) };
}

/** The original of a recovered document; null for all others and when its number cannot be read. */
export function originalOf(esr: Esr): Original | null {
  const number = esr[ORIGINAL];
  if (typeof number !== 'string' || number.length > LONGEST || isTraining(esr)) return null;
  const lost = LOST.exec(number);
  if (lost) return { number, mark: 'MD', type: isDocumentType(lost[1]) ? lost[1] : null };
  return FORM.test(number) ? { number, mark: 'M', type: null } : null;
}

/** Checks the number of the original. */
export function checkOriginal(esr: Esr): Issue[] {
  if (esr[ORIGINAL] === undefined) return [];
  const original = originalOf(esr);
  if (!original || (original.mark === 'MD' && original.type === null)) {
    const text =
      'a lost document has a number such as `FS 1_1.26/57`, a form of an invoice book one such as `abc/23`';
    return [issue('#PT_ORIGINAL', 'ESR.FN', text)];
  }
  if (original.type !== null && esr.DT !== undefined && esr.DT !== original.type) {
    return [issue('#PT_ORIGINAL', 'ESR.DT', `${esr.DT} is not the type of ${original.number}`)];
  }
  if (esr.D !== undefined && esr.D < EARLIEST)
    return [issue('#PT_ORIGINAL', 'ESR.D', `no SAF-T file can be about a day before ${EARLIEST}`)];
  return [];
}

/** What an original was entered as. */
export interface Recovered extends Record<string, Json> {
  FN: string;
  /** Date of the original, `YYYY-MM-DD`. */
  date: string;
  /** Total, cents. */
  whole: number;
}

/** State key that remembers what an original was entered as. */
function recoveredKey(number: string, test: boolean): string {
  return `PT/recovered ${test ? 'test ' : ''}${number}`;
}

/** One text for one paper form: it is printed `ABC/00007` and typed `abc/7`. Lost documents are written one way. */
function sameForm(number: string): string {
  if (!FORM.test(number)) return number;
  const slash = number.lastIndexOf('/');
  return `${number.slice(0, slash).toUpperCase()}/${number.slice(slash + 1).replace(/^0+(?=\d)/, '')}`;
}

/** What an original has been entered as, null when it has not. */
export function recoveredAs(state: State, number: string, test: boolean): Recovered | null {
  const form = formNumber(number);
  // Those of versions before are kept as they were typed.
  for (const key of [sameForm(form), form]) {
    const known = state.get(recoveredKey(key, test)) as Recovered | null | undefined;
    if (known) return known;
  }
  return null;
}

/** Checks that an original is neither entered nor in this register's series already. */
export function checkRecovery({ number, mark }: Original, state: State, test: boolean): Issue[] {
  const known = recoveredAs(state, number, test);
  if (known) return [issue('#PT_RECOVERED', 'ESR.FN', `${number} was entered as ${known.FN}`)];
  if (mark === 'M') return [];
  const slash = number.lastIndexOf('/');
  const id = number.slice(0, slash);
  // Its letter is what the till goes on from: it must not be a slip of the finger.
  const { letter, trial } = parseSeries(id) ?? { letter: '' };
  if (trial && !test) return [issue('#PT_ORIGINAL', 'ESR.FN', `${number} was issued in a test`)];
  if (!isLetter(letter)) return [issue('#PT_ORIGINAL', 'ESR.FN', `no series of a till has letter ${letter}`)];
  const series = seriesOf(state, id);
  if (series?.test === test && Number(number.slice(slash + 1)) <= series.number) {
    return [issue('#PT_NOT_LOST', 'ESR.FN', `${number} is in the journal of this register`)];
  }
  return [];
}

/**
 * Where a lost document ends the series of its place, whose next numbers may be
 * in customers' hands, and the letter that goes on; null when that was done for
 * another one already, and for all other documents.
 */
export function movesOn(
  original: Original | null,
  state: State,
  test: boolean,
): { place: string; last: string; next: string } | null {
  if (original?.mark !== 'MD') return null;
  const lost = parseSeries(original.number.slice(0, original.number.lastIndexOf('/')));
  if (!lost) return null;
  const { place, letter } = lost;
  const hasMoved = laterLetter(letter, baseLetter(state, place, test, '')) !== letter;
  return hasMoved ? null : { place, last: letter, next: nextLetter(letter) };
}

/** State changes that go with a recovered document. */
export function recoveryChanges(
  original: Original,
  recovered: Recovered,
  state: State,
  test: boolean,
  now: string,
): Record<string, Json> {
  const move = movesOn(original, state, test);
  return {
    [recoveredKey(sameForm(original.number), test)]: recovered,
    ...(move && {
      [letterKey(move.place, test)]: move.next,
      ...closePlace(state, move.place, test, move.last, now),
    }),
  };
}

/** A recovered document was voided: its original may be entered again. */
export function forgetRecovery({ ESR, Fis }: JournalRecord): Record<string, Json> {
  const original = ESR ? originalOf(ESR) : null;
  if (!original) return {};
  const keys = new Set([sameForm(original.number), original.number]);
  return Object.fromEntries([...keys].map((key) => [recoveredKey(key, Fis?.PT_Test === '1'), null]));
}
