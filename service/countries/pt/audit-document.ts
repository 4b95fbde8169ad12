/** What a Portuguese document must say of itself, and how it follows the one before it in its series. */
import { minor } from '../../receipt/money.ts';
import { isDateTime } from '../../receipt/time.ts';
import { isTraining, type CompleteEsr, type Fis } from '../../receipt/tra.ts';
import { isDocument, isDocumentType } from './document.ts';
import { originalOf } from './recovery.ts';
import { parseSeries, placeOf, type SeriesName } from './series.ts';

/** A document with its number taken apart. */
export interface AuditedDocument {
  /** Sequence number of the record. */
  sq: number;
  /** Time of registration. */
  registered: string;
  esr: CompleteEsr;
  fis: Fis;
  FN: string;
  /** Id of the series, e.g. `FS 1_1.26`. */
  id: string;
  name: SeriesName;
  number: number;
}

/** The last document of a series so far. */
export interface Link {
  sq: number;
  number: number;
  /** Document date, `YYYY-MM-DD`. */
  date: string;
  /** System entry time. */
  entry: string;
  /** Empty for documents that are not signed; null when it cannot be relied on. */
  hash: string | null;
  /** Validation code of the series. */
  code: string;
  /** The code is made up, or comes from the authority's test service. */
  test: boolean;
}

const FISCAL_NUMBER = /^([A-Z]{2} [A-Za-z0-9._-]+)\/([1-9]\d{0,14})$/;
const HASH_CONTROL = /^([1-9]\d*)(?:-([A-Z]{2}[MD]) (\S.*))?$/;

/** Takes a fiscal number apart: series and number; null when it has not the shape of one. */
export function parseFiscalNumber(FN: string): { id: string; number: number } | null {
  const m = FISCAL_NUMBER.exec(FN);
  return m && { id: m[1]!, number: Number(m[2]) };
}

/** Reads the number of a document; null when it is none that this program gives. */
export function readDocument(
  values: Pick<AuditedDocument, 'sq' | 'registered' | 'esr' | 'fis' | 'FN'>,
): AuditedDocument | null {
  const number = parseFiscalNumber(values.FN);
  const name = number && parseSeries(number.id);
  return name && { ...values, ...number, name };
}

/** What does not fit together in the document itself: kind, place and type against its number. */
export function kindProblems({ registered, esr, fis, name }: AuditedDocument): string[] {
  const problems: string[] = [];
  if (!isDocument(esr)) problems.push('it has a fiscal number, and is marked as nonfiscal');
  const original = originalOf(esr);
  const mark = original?.mark ?? (isTraining(esr) ? 'MF' : '');
  if (name.mark !== mark) {
    problems.push(`it belongs into a series with ${mark === '' ? 'no mark' : `mark ${mark}`} by its content`);
  }
  if (name.trial && fis.PT_Test !== '1') problems.push('it is no test, and its series is one of tests');
  const place = placeOf(esr, original ? registered : esr.D);
  if (name.place !== place)
    problems.push(`it belongs into a series of ${place} by location, terminal and date`);
  if (isDocumentType(esr.DT) && esr.DT !== name.type) problems.push(`its type (ESR.DT) is ${esr.DT}`);
  const total = minor(esr.T, 2);
  if (total !== 0 && total < 0 !== (name.type === 'NC')) {
    problems.push(`a total of ${esr.T} is impossible for ${name.type}`);
  }
  return problems;
}

/** What does not follow the document before it: number, date, entry time, kind of code. */
export function orderProblems(document: AuditedDocument, last: Link | undefined): string[] {
  const { id, number, name, esr, fis } = document;
  const expected = (last?.number ?? 0) + 1;
  const problems: string[] = [];
  if (number > expected) {
    const missing = `${id}/${expected}${number > expected + 1 ? ` to ${number - 1}` : ''}`;
    problems.push(`${missing} ${number > expected + 1 ? 'are' : 'is'} missing before it`);
  }
  if (number < expected) problems.push(`it comes after ${id}/${expected - 1} (record ${last?.sq})`);
  const entry = String(fis.PT_SystemEntryDate);
  if (!isDateTime(entry)) problems.push(`${JSON.stringify(entry)} is no system entry time`);
  if (!last) return problems;
  const date = esr.D.slice(0, 10);
  // Recovered documents have the dates of their originals, in whatever order they are entered.
  const isRecovered = name.mark === 'M' || name.mark === 'MD';
  if (!isRecovered && date < last.date) {
    problems.push(`its date ${date} is before ${last.date} of ${id}/${last.number}`);
  }
  if (entry < last.entry) {
    problems.push(`its system entry time ${entry} is before ${last.entry} of ${id}/${last.number}`);
  }
  if ((fis.PT_Test === '1') !== last.test) {
    problems.push(`it is ${last.test ? 'no' : 'a'} test document, unlike those of its series before`);
  }
  return problems;
}

/** Checks PT_HashControl: key version, and for recovered documents the original. */
export function controlProblems({ esr, fis, name }: AuditedDocument): string[] {
  const control = String(fis.PT_HashControl);
  const original = originalOf(esr);
  const expected = original && `${name.type}${original.mark === 'M' ? 'M' : 'D'} ${original.number}`;
  const m = HASH_CONTROL.exec(control);
  const stated = m?.[2] === undefined ? null : `${m[2]} ${m[3]}`;
  return m && stated === expected ? [] : [`PT_HashControl is ${JSON.stringify(control)}`];
}
