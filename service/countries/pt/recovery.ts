/**
 * Documents that exist already and are entered again: from a manual invoice
 * book, or lost when a backup was restored (doc 3, Portugal rule 4; Despacho
 * 8632/2014). The POS sends their number as ESR.FN and their date as ESR.D.
 */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { isNonFiscal, isTraining, type Esr } from '../../receipt/tra.ts';
import type { State } from '../contract.ts';
import { isDocumentType, type DocumentType } from './document.ts';
import {
  baseLetter,
  closePlace,
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
const LOST = /^([A-Z]{2}) [^\s/]+\/[1-9]\d*$/;
const FORM = /^[^\s/^]+\/\d+$/;
/** HashControl may have 70 characters; version and mark need some. */
const LONGEST = 60;

/** A receipt with FN and D is one that exists already; its number moves to an attribute of its own. */
export function readExisting(esr: Esr): Esr | null {
  const { FN, ...rest } = esr;
  if (FN === undefined || esr.D === undefined) return null;
  if (isNonFiscal(esr) || isTraining(esr) || esr.Void === '1') return null;
  return { ...rest, [ORIGINAL]: FN };
}

/** The original of a recovered document; null for all others and when its number cannot be read. */
export function originalOf(esr: Esr): Original | null {
  const number = esr[ORIGINAL];
  if (typeof number !== 'string' || number.length > LONGEST) return null;
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
  return [];
}

/** State key that remembers what an original was entered as. */
function recoveredKey(number: string): string {
  return `PT/recovered ${number}`;
}

/** The number an original has been entered under, null when it has not. */
export function recoveredAs(state: State, number: string): string | null {
  const value = state.get(recoveredKey(number));
  return typeof value === 'string' ? value : null;
}

/** Checks that an original is neither entered nor in this register's series already. */
export function checkRecovery({ number, mark }: Original, state: State): Issue[] {
  const known = recoveredAs(state, number);
  if (known !== null) return [issue('#PT_RECOVERED', 'ESR.FN', `${number} was entered as ${known}`)];
  if (mark === 'M') return [];
  const slash = number.lastIndexOf('/');
  const series = seriesOf(state, number.slice(0, slash));
  if (series && Number(number.slice(slash + 1)) <= series.number) {
    return [issue('#PT_NOT_LOST', 'ESR.FN', `${number} is in the journal of this register`)];
  }
  return [];
}

/**
 * State changes that go with a recovered document. After lost documents the
 * series they were in take no more: their next numbers may be in customers' hands.
 */
export function recoveryChanges(
  { number, mark }: Original,
  FN: string,
  state: State,
  now: string,
): Record<string, Json> {
  const changes: Record<string, Json> = { [recoveredKey(number)]: FN };
  const lost = mark === 'MD' ? parseSeries(number.slice(0, number.lastIndexOf('/'))) : null;
  if (lost?.mark !== '') return changes;
  const base = baseLetter(state, lost.place, '');
  if (laterLetter(lost.letter, base) !== lost.letter) return changes;
  return {
    ...changes,
    [letterKey(lost.place)]: nextLetter(lost.letter),
    ...closePlace(state, lost.place, lost.letter, now),
  };
}

/** A recovered document was voided: its original may be entered again. */
export function forgetRecovery(esr: Esr): Record<string, Json> {
  const original = originalOf(esr);
  return original ? { [recoveredKey(original.number)]: null } : {};
}
