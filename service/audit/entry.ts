/** A row of the journal as the checks look at it, or why it cannot be looked at. */
import type { Country } from '../countries/contract.ts';
import { isDateTime } from '../receipt/time.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { isTree } from '../receipt/tree.ts';
import type { UncheckedRow } from '../journal/audit.ts';

/** A record with the row it comes from. */
export interface Entry {
  /** Column `sq`: where the record stands. */
  sq: number;
  row: UncheckedRow;
  record: JournalRecord;
  /** The country whose law was in force; null before the first configuration. */
  country: Country | null;
}

/** Values of ESR that the checks read as texts. */
const TEXTS = 'D TL TT TN T FN NF NFS Void Test RFN RTL RTT RTN TaxN DT'.split(' ');
/** What every registered transaction has. */
const COMPLETE = ['D', 'TL', 'TT', 'TN', 'T'];
const LISTS = ['PosA', 'PayA', 'TaxA'];
const AMOUNTS = ['Amt', 'Net', 'TAmt', 'TaxG', 'Prc'];

/** Reads the record in a row. Amounts and dates of the receipt are texts afterwards, not more. */
export function readRecord(row: UncheckedRow): { record: JournalRecord } | { problem: string } {
  const { doc } = row;
  if (typeof doc !== 'string') return { problem: 'the record is no text' };
  let value: unknown;
  try {
    value = JSON.parse(doc);
  } catch {
    return { problem: 'the record is no JSON' };
  }
  if (!isTree(value)) return { problem: 'the record is no JSON object' };
  const problem = shapeProblem(value);
  if (problem !== null) return { problem };
  // The service writes records in one way only: blanks or a name given twice come from elsewhere.
  if (JSON.stringify(value) !== doc) return { problem: 'the record is not written as the service writes it' };
  return { record: value as unknown as JournalRecord };
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
  const wrong = tags.findIndex((tag) => !isTree(tag) || !hasTexts(tag, ['Name', 'Value'], true));
  return wrong < 0 ? null : `Fis.Tag[${wrong}] has no name or value`;
}

function hasTexts(item: object, names: readonly string[], all = false): boolean {
  return names.every((name) => {
    const value = (item as Record<string, unknown>)[name];
    return typeof value === 'string' || (value === undefined && !all);
  });
}
