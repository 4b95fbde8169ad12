/** A line of the journal as the checks look at it, or why it cannot be looked at. */
import { isUtf8 } from 'node:buffer';
import type { Country } from '../countries/contract/country.ts';
import type { StoredRecord } from '../journal/audit/audit.ts';
import type { Json } from '../receipt/json.ts';
import { isDateTime } from '../receipt/time.ts';
import { isTag, type JournalRecord } from '../receipt/tra.ts';
import { isTree } from '../receipt/tree.ts';

/** A record, and how it is stored. */
export interface Entry {
  /** Where the record stands. */
  sq: number;
  stored: StoredRecord;
  /** As `/find` gives it: without the state changes. */
  record: JournalRecord;
  /** The state changes of its line. */
  changes: Record<string, Json>;
  /** The country whose law was in force; null before the first configuration. */
  country: Country | null;
}

/** Values of ESR that the checks read as texts. */
const TEXTS = 'D TL TT TN T FN NF NFS Void Test RFN RTL RTT RTN TaxN DT'.split(' ');
/** What every registered transaction has. */
const COMPLETE = ['D', 'TL', 'TT', 'TN', 'T'];
const LISTS = ['PosA', 'PayA', 'TaxA'];
const AMOUNTS = ['Amt', 'Net', 'TAmt', 'TaxG', 'Prc'];

/** What a line says. */
export type ReadRecord = Pick<Entry, 'record' | 'changes'>;

/** Reads a line. Amounts and dates of the receipt are texts afterwards, not more. */
export function readRecord(line: Buffer | null): ReadRecord | { problem: string } {
  if (line === null || !isUtf8(line)) return { problem: 'the record is no text, or too long for one' };
  const text = line.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'the record is no JSON' };
  }
  if (!isTree(value)) return { problem: 'the record is no JSON object' };
  const problem = shapeProblem(value);
  if (problem !== null) return { problem };
  // The service writes records in one way only: blanks or a name given twice come from elsewhere.
  if (JSON.stringify(value) !== text || !isWritten(value)) {
    return { problem: 'the record is not written as the service writes it' };
  }
  const changes = (value.State ?? {}) as Record<string, Json>;
  // The value is ours: taking out its last member is cheaper than a copy of all others.
  delete value.State;
  return { record: value as unknown as JournalRecord, changes };
}

/** State changes are the last member, and there only when something changed. */
function isWritten(value: Record<string, unknown>): boolean {
  if (!('State' in value)) return true;
  return Object.keys(value).at(-1) === 'State' && isTree(value.State) && Object.keys(value.State).length > 0;
}

function shapeProblem(record: Record<string, unknown>): string | null {
  const { _: type, D, ESR, Fis } = record;
  if (typeof type !== 'string') return 'the record has no type (_)';
  if (typeof D !== 'string' || !isDateTime(D)) return 'the record has no time of registration (D)';
  if (ESR !== undefined && !isTree(ESR)) return 'ESR is no object';
  if (Fis !== undefined && !isTree(Fis)) return 'Fis is no object';
  if (type === 'Tra' && !ESR) return 'a transaction without ESR';
  return (ESR && receiptProblem(ESR, type === 'Tra')) ?? (Fis && fiscalProblem(Fis)) ?? null;
}

function receiptProblem(esr: Record<string, unknown>, complete: boolean): string | null {
  for (const name of TEXTS) {
    const value = esr[name];
    if (value === undefined && !(complete && COMPLETE.includes(name))) continue;
    if (typeof value !== 'string') return `ESR.${name} is no text`;
  }
  if (complete && !isDateTime(esr.D as string)) return 'ESR.D is no date and time';
  if (esr.Ctm !== undefined && !isTree(esr.Ctm)) return 'ESR.Ctm is no object';
  for (const name of LISTS) {
    const list = esr[name];
    if (list === undefined && !complete) continue;
    if (!Array.isArray(list)) return `ESR.${name} is no list`;
    const wrong = list.findIndex((item) => !isTree(item) || !hasTexts(item, AMOUNTS));
    if (wrong >= 0) return `ESR.${name}[${wrong}] is no object, or its amounts are no texts`;
  }
  return null;
}

function fiscalProblem(fis: Record<string, unknown>): string | null {
  if (!hasTexts(fis, ['Code'])) return 'Fis.Code is no text';
  const tags = fis.Tag ?? [];
  if (!Array.isArray(tags)) return 'Fis.Tag is no list';
  const wrong = tags.findIndex((tag) => !isTag(tag));
  return wrong < 0 ? null : `Fis.Tag[${wrong}] has no name or value`;
}

function hasTexts(item: object, names: readonly string[]): boolean {
  for (const name of names) {
    const value = (item as Record<string, unknown>)[name];
    if (typeof value !== 'string' && value !== undefined) return false;
  }
  return true;
}
