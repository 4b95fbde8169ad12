/** A batch of journal lines as a register sends it (docs/journal-format.md), read and checked. */
import { createHash } from 'node:crypto';
import { isLate, LATE } from '../../receipt/late.ts';
import { isDateTime } from '../../receipt/time.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { isTooDeep } from '../api/check.ts';
import { badField } from '../problem.ts';
import { currencyIn, type Sale, saleOf } from './day-totals.ts';
import { hasTags } from './record.ts';

/** Most records of a batch: those of a journal file. */
export const MAX_RECORDS = 1000;
/** Most bytes of a batch, unpacked. */
export const MAX_BATCH_BYTES = 8_000_000;
/** Beyond any register's life; it leaves room for arithmetic. */
const MAX_SQ = 2 ** 32 - 1;
/** Longest text of a receipt that can be searched for; an index takes no more than a few thousand bytes. */
const MAX_NAME = 200;
const MAX_TYPE = 20;
const MAX_KEY = 600;

/** A record with what it can be found by. */
export interface ArchivedLine {
  sq: number;
  /** As in the journal, without line feed. */
  line: string;
  type: string;
  /** Time of the document, else of the registration: `YYYY-MM-DDThh:mm:ss`, local time of the shop. */
  at: string;
  tn: string | null;
  fn: string | null;
  total: string | null;
  /** With late fiscal data: `SQ` of the receipt that they are of. */
  of: number | null;
  /** What it adds to the turnover of its day. */
  sale: Sale | null;
}

/** Records in order and without a gap. */
export interface Batch {
  firstSq: number;
  lastSq: number;
  lines: ArchivedLine[];
  /** What became valid with the records, by key: the newest value as JSON. */
  state: Map<string, string>;
  /** Of the newest configuration among them (ISO 4217); null: there is none. */
  currency: string | null;
  /** SHA-256 of the bytes, hexadecimal. */
  digest: string;
}

/**
 * Reads a batch.
 * @param rn name of the register that sent it
 * @throws Problem 400 that names the line
 */
export function readBatch(body: Buffer, rn: string): Batch {
  const texts = linesOf(body);
  const state = new Map<string, string>();
  const lines: ArchivedLine[] = [];
  let currency: string | null = null;
  for (const [i, text] of texts.entries()) {
    const place = `line ${i + 1}`;
    const record = parse(text, place);
    const sq = lines.length === 0 ? firstSq(record, place) : lines[0]!.sq + i;
    if (record.SQ !== sq) {
      throw badField(
        'SQ',
        'gap',
        `${place} has SQ ${JSON.stringify(record.SQ)} where ${sq} belongs: send all records in order`,
      );
    }
    lines.push(archived(record, { sq, text, rn, place }));
    currency = currencyIn(record) ?? currency;
    if (isTree(record.State)) {
      for (const [key, value] of Object.entries(record.State)) {
        if (!isKey(key))
          throw badField('State', 'value', `${place} has a state entry with an impossible name`);
        state.set(key, JSON.stringify(value));
      }
    }
  }
  const digest = digestOfLines(body);
  return { firstSq: lines[0]!.sq, lastSq: lines.at(-1)!.sq, lines, state, currency, digest };
}

/** SHA-256 of bytes of the journal, hexadecimal. */
export function digestOfLines(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What a register signs of a batch. */
export function signedText(
  registerId: number,
  { firstSq, lastSq, digest }: Pick<Batch, 'firstSq' | 'lastSq' | 'digest'>,
): string {
  return `${registerId}\n${firstSq}\n${lastSq}\n${digest}`;
}

function linesOf(body: Buffer): string[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw badField('', 'utf8', 'the body is not UTF-8');
  }
  if (!text.endsWith('\n')) {
    throw badField('', 'lines', 'the body must hold lines of the journal, each ended by a line feed');
  }
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > MAX_RECORDS) {
    throw badField('', 'tooMany', `a batch has ${MAX_RECORDS} records at most, not ${lines.length}`);
  }
  return lines;
}

function parse(text: string, place: string): Tree {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badField('', 'json', `${place} is no JSON text`);
  }
  if (!isTree(value)) throw badField('', 'json', `${place} is no JSON object`);
  if (isTooDeep(value))
    throw badField('', 'json', `${place} has too many lists and objects within each other`);
  return value;
}

function firstSq({ SQ }: Tree, place: string): number {
  if (typeof SQ === 'number' && Number.isInteger(SQ) && SQ >= 1 && SQ <= MAX_SQ - MAX_RECORDS) return SQ;
  throw badField('SQ', 'value', `${place} has no SQ, a whole number from 1 on`);
}

function archived(
  record: Tree,
  { sq, text, rn, place }: { sq: number; text: string; rn: string; place: string },
): ArchivedLine {
  const { _: type, D, RN, ESR } = record;
  if (typeof type !== 'string' || type === '' || searchableName(type)?.slice(MAX_TYPE) !== '') {
    throw badField('_', 'value', `${place} has no type (_)`);
  }
  if (typeof D !== 'string' || !isDateTime(D)) {
    throw badField('D', 'value', `${place} has no time of registration (D) of the form YYYY-MM-DDThh:mm:ss`);
  }
  if (RN !== rn) throw badField('RN', 'value', `${place} is of another register than ${rn} (RN)`);
  if (!hasTags(record)) {
    throw badField(
      'Fis.Tag',
      'value',
      `${place} has a Fis.Tag that is no list of objects with Name and Value`,
    );
  }
  if (type === 'Tra' && !isTree(ESR))
    throw badField('ESR', 'required', `${place} is a transaction without ESR`);
  if (type === LATE && !isLate(record)) {
    throw badField(
      'Of',
      'value',
      `${place} has late fiscal data (Fis) without a number of a record before it (Of), or without an object Fis`,
    );
  }
  const receipt = isTree(ESR) ? ESR : {};
  const { D: dated } = receipt;
  return {
    ...{ sq, line: text, type },
    at: typeof dated === 'string' && isDateTime(dated) ? dated : D,
    tn: searchableName(receipt.TN),
    fn: searchableName(receipt.FN),
    total: searchableName(receipt.T),
    of: isLate(record) ? record.Of : null,
    sale: saleOf(record),
  };
}

/** State entries are kept by their names, which no register makes longer than a fiscal number and a few words. */
function isKey(key: string): boolean {
  return key.length <= MAX_KEY && key.isWellFormed() && !key.includes('\0');
}

/** A text by which a record can be found; null for anything that cannot be one. */
function searchableName(value: unknown): string | null {
  const isName =
    typeof value === 'string' &&
    value.length <= MAX_NAME &&
    value.isWellFormed() &&
    !/[\u0000-\u001f]/.test(value);
  return isName && value !== '' ? value : null;
}
