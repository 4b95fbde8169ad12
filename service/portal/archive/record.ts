/**
 * Records of the archive as `/find` of a register gives them (doc 2; answer 8):
 * receipts as they stand, with fiscal data that came after them (receipt/late.ts).
 *
 * What is handed in is looked at (batch.ts), but versions before took records that
 * nothing can be made of. Such a record comes with its name alone and says why, so
 * that lists and exports have all the others.
 */
import { withLate } from '../../receipt/late.ts';
import { isTag, type JournalRecord } from '../../receipt/tra.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { isTooDeep } from '../api/check.ts';

/** A record as it was read; `Unreadable` says why there is nothing but its name, in English. */
export type ReadRecord = JournalRecord & { Unreadable?: string };

/**
 * SQL for the newest line with late fiscal data of a receipt, which is a row of `records r`; else null.
 * @param until SQL for the last record that counts
 */
export function lateLine(until?: string): string {
  const before = until === undefined ? '' : `AND l.sq <= ${until}`;
  return `CASE WHEN r.type = 'Tra' THEN (SELECT l.line FROM records l
    WHERE l.company_id = r.company_id AND l.register_id = r.register_id AND l.of_sq = r.sq ${before}
    ORDER BY l.sq DESC LIMIT 1) END`;
}

/**
 * The record of a line, without what the register counts on from.
 * @param late of {@link lateLine}; null for the record as it was registered
 */
export function recordOf(line: string, late: string | null = null): ReadRecord {
  const value = parsed(line);
  const flaw = flawOf(value);
  if (flaw !== null) return unreadable(value, `the record ${flaw}`);
  const { State: _State, ...record } = value as JournalRecord & { State?: unknown };
  if (late === null) return record;
  const added = parsed(late);
  const lateFlaw = flawOf(added);
  if (lateFlaw !== null) return unreadable(value, `the late fiscal data of the record: it ${lateFlaw}`);
  return withLate(record, added as JournalRecord);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

/** What is left of a record: how it is called. Texts and numbers alone, whatever there was. */
function unreadable(value: unknown, why: string): ReadRecord {
  const { _: type, SQ, RN, D } = isTree(value) ? value : {};
  const text = (one: unknown) => (typeof one === 'string' ? one : '');
  return {
    _: text(type),
    SQ: typeof SQ === 'number' ? SQ : 0,
    RN: text(RN),
    D: text(D),
    Unreadable: why,
  };
}

/** Texts of a receipt by which lists and exports call it. */
const TEXTS = ['D', 'TL', 'TT', 'TN', 'FN', 'T', 'DT', 'Opr', 'OprN'] as const;
/** Lists of a receipt whose entries are objects. */
const LISTS = ['PosA', 'PayA', 'TaxA'] as const;

/** Why nothing can be made of what a line says; null for a record. */
function flawOf(value: unknown): string | null {
  if (!isTree(value)) return 'is no JSON object';
  if (isTooDeep(value)) return 'has too many lists and objects within each other';
  const { ESR, Fis } = value;
  if (value._ === 'Tra' && !isTree(ESR)) return 'is a transaction without ESR';
  if (isNothing(Fis) || hasTags(value)) return isTree(ESR) ? flawOfReceipt(ESR) : null;
  return 'has a Fis.Tag that is no list of objects with Name and Value';
}

function flawOfReceipt(esr: Tree): string | null {
  const text = TEXTS.find((name) => typeof esr[name] === 'object' && esr[name] !== null);
  if (text !== undefined) return `has an ESR.${text} that is no text`;
  const list = LISTS.find((name) => !isNothing(esr[name]) && !isListOfTrees(esr[name]));
  return list === undefined ? null : `has an ESR.${list} that is no list of objects`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isListOfTrees(value: unknown): boolean {
  return Array.isArray(value) && value.every(isTree);
}

/** Whoever lists, prints or exports records reads the tags of a record without a look at each. */
export function hasTags({ Fis }: Tree): boolean {
  const tags: unknown = (isTree(Fis) ? Fis.Tag : null) ?? [];
  return Array.isArray(tags) && tags.every(isTag);
}
