/**
 * Invoices in place of simplified ones (F3; RD 1619/2012, article 15.7). They are no sale, since what they
 * replace was one: so that has to be known, stand, be of the same amount and be replaced once.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { isDate } from '../../receipt/time.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { Original, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import type { DocumentId } from './document.ts';
import { isNumber, originalDocument } from './receipt-document.ts';
import { fullNumber, isCounted, splitNumber } from './series.ts';
import { keptOf } from './system.ts';

/** State keys, by sequence number, of simplified invoices that were replaced: by what. */
const KEY = 'ES/replaced/';

/** What is wrong with what an F3 replaces. */
export function checkReplaced(
  esr: CompleteEsr,
  state: State,
  { originals }: Pick<ReceiptContext, 'originals'>,
  test: boolean,
): Issue[] {
  const issues = originals.flatMap((original) => checkOriginal(original, state, test));
  if (issues.length > 0) return issues;
  // One may be named more than once, by its number and by that of its terminal.
  const known = new Map(originals.flatMap(({ record }) => (record ? [[record.SQ, record]] : [])));
  const sum = [...known.values()].reduce((all, { ESR }) => all + minor(ESR?.T, 2), 0);
  const isWhole = originals.every(({ record }) => record !== null);
  const total = minor(esr.T, 2);
  const text = `the simplified invoices that it replaces come to ${amountText(sum, 2)}`;
  return sum === total || (!isWhole && sum < total) ? [] : [issue('#ES_KIND', 'ESR.T', text)];
}

function checkOriginal({ record, name, path, RFN, RD }: Original, state: State, test: boolean): Issue[] {
  const wrong = (field: string, text: string) => [issue('#ES_KIND', `${path}.${field}`, text)];
  const field = RFN === undefined ? 'RTN' : 'RFN';
  if (record) {
    const document = originalDocument(record);
    if (document?.kind !== 'F2' || keptOf(record)?.test !== test)
      return wrong(field, `${name} is no simplified invoice`);
    if ((state.get(`VOID ${record.SQ}`) ?? null) !== null) return wrong(field, `${name} was voided`);
    const by = replacedBy(state, record.SQ);
    return by === null ? [] : wrong(field, `${name} was replaced by ${by}`);
  }
  if (RFN === undefined || !isNumber(RFN) || isCounted(state, splitNumber(RFN.trim().toUpperCase()).series))
    return wrong(field, `there is no simplified invoice ${name} in this register`);
  if (typeof RD === 'string' && isDate(RD.slice(0, 10))) return [];
  return wrong('RD', `the date of ${name} is missing, which is not of this register`);
}

/** What a simplified invoice was replaced by; null for nothing. */
function replacedBy(state: State, sq: number): string | null {
  const by = state.get(`${KEY}${sq}`);
  return typeof by === 'string' ? by : null;
}

/** State changes that go with an F3. */
export function replaced(
  id: DocumentId,
  { originals }: Pick<ReceiptContext, 'originals'>,
): Record<string, Json> {
  return Object.fromEntries(
    originals.flatMap(({ record }) => (record ? [[`${KEY}${record.SQ}`, fullNumber(id)]] : [])),
  );
}

/** State changes that go with the void of a document: what an F3 replaced may be replaced again. */
export function takenBack(original: JournalRecord, state: State): Record<string, Json> {
  const document = originalDocument(original);
  if (document?.kind !== 'F3') return {};
  const number = fullNumber(document.id);
  const keys = [...state.keys()].filter((key) => key.startsWith(KEY) && state.get(key) === number);
  return Object.fromEntries(keys.map((key) => [key, null]));
}

/** {@link CountryVoids.checkVoid} of Spain: what was replaced is no sale any more without its F3. */
export function checkVoid(original: JournalRecord, state: State): Issue[] {
  const by = replacedBy(state, original.SQ);
  if (by === null) return [];
  return [issue('#ES_KIND', 'ESR.RFN', `it was replaced by ${by}; void that one first`)];
}
