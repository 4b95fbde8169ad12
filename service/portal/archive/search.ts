/**
 * Search in the archive of a company, the newest documents first. Times and
 * numbers are found by indexes. Everything else is compared with the records,
 * some hundreds at a time and for a limited time: what is left is searched when
 * the search is continued, so that no question keeps the database busy for long.
 */
import { countryOf } from '../../countries/list.ts';
import type { Queries } from '../database/database.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { plainFiscalNumber, terminalNumbers, type TerminalNumber } from '../../receipt/printed-number.ts';
import { isTree } from '../../receipt/tree.ts';
import { searchable } from '../entities/store.ts';
import { badField } from '../problem.ts';
import { countedOnly } from '../registers/following.ts';
import { SEALED } from '../../receipt/sealed.ts';
import { lateLine, type ReadRecord, recordOf } from './record.ts';
import { refuseSealed } from './sealed.ts';

/** What to look for; what is left out is not looked at. */
export interface RecordCriteria {
  /** First and last date or date-time of the document, both included. */
  from?: string | null | undefined;
  till?: string | null | undefined;
  tn?: string | null | undefined;
  fn?: string | null | undefined;
  sq?: number | null | undefined;
  /** Type of the record: `Tra`, `Cfg`, ... */
  type?: string | null | undefined;
  /** Exact amount, `12.30`. */
  total?: string | null | undefined;
  registerId?: number | null | undefined;
  /** Where its registers are now. */
  locationId?: number | null | undefined;
  /** Anywhere in the record, capital letters or small ones. */
  text?: string | null | undefined;
  /** Receipts whose e-invoice stands like this; `any`: that have one. */
  eInvoice?: string | null | undefined;
}

/** Which part of what is found. */
export interface SearchPage {
  limit: number;
  continuation?: string | null | undefined;
}

/** A found record, and of which register it is: names of registers are not unique in a company. */
export type FoundRecord = { registerId: number } & ReadRecord;

/** Records, and how to go on where there may be more. */
export interface FoundRecords {
  Rec: FoundRecord[];
  continuation?: string;
}

/** Where a search stands: behind this record. */
interface Place {
  at: string;
  registerId: number;
  sq: number;
}

/** Records looked at in one step. */
const STEP = 500;
/** Time after which a search answers with what it has, ms. */
const MAX_MS = 1500;
/** Before all records, in the order of the search. */
const BEGINNING: Place = { at: '\u{10ffff}', registerId: 0, sq: 0 };

/** Records that have one of some numbers of terminals, or this in their line. */
type Numbered = RecordCriteria & { numbers?: readonly TerminalNumber[]; inLine?: string };

/**
 * Where no receipt of the company has a fiscal number that is looked for, what it may be as the
 * paper shows it. The same for each page of a search.
 */
async function asPrinted<C extends RecordCriteria>(
  db: Queries,
  companyId: number,
  criteria: C,
): Promise<C & Numbered> {
  const { fn } = criteria;
  if (!fn) return criteria;
  const [known] = await db.select(
    'SELECT 1 AS one FROM records WHERE company_id = $companyId AND fn = $fn LIMIT 1',
    { companyId, fn },
  );
  if (known) return criteria;
  const numbers = terminalNumbers(fn);
  const inLine = await numberInLine(db, companyId, fn);
  if (numbers.length > 0) {
    const isTerminals = inLine === undefined || (await hasNumbered(db, companyId, numbers));
    return { ...criteria, fn: null, ...(isTerminals ? { numbers } : { inLine }) };
  }
  return inLine === undefined
    ? { ...criteria, fn: plainFiscalNumber(fn) }
    : { ...criteria, fn: null, inLine };
}

/** How a number that was read off the paper stands in lines of a company; undefined where its country does not say. */
async function numberInLine(db: Queries, companyId: number, printed: string): Promise<string | undefined> {
  const [company] = await db.select<{ country: string | null }>(
    'SELECT country_code AS country FROM entities WHERE id = $companyId',
    { companyId },
  );
  return countryOf(company?.country ?? '').numberInLine?.(printed.trim());
}

/** Whether any receipt of a company has one of some numbers of terminals. */
async function hasNumbered(
  db: Queries,
  companyId: number,
  numbers: readonly TerminalNumber[],
): Promise<boolean> {
  for await (const page of recordPages(db, companyId, { numbers })) if (page.length > 0) return true;
  return false;
}

/**
 * Searches.
 * @throws Problem 400 for a continuation that is none; 409 where sealed records may be what is looked for
 */
export async function searchRecords(
  db: Queries,
  companyId: number,
  asked: RecordCriteria & SearchPage,
): Promise<FoundRecords> {
  const criteria = await asPrinted(db, companyId, asked);
  if (asksForContent(asked)) {
    const { registerId, locationId, from, till } = criteria;
    await refuseSealed(db, { companyId, registerId, locationId, from, till });
  }
  const deadline = performance.now() + MAX_MS;
  const isWanted = matcher(criteria);
  const counted = await countedIn(db, companyId, criteria);
  const found: FoundRecord[] = [];
  let place = criteria.continuation ? readPlace(criteria.continuation) : BEGINNING;
  for (;;) {
    const rows = await step(db, companyId, { ...criteria, counted }, place);
    for (const row of rows) {
      const record = row.line === null ? null : isWanted(row.line, row.late);
      if (record) {
        // One more than wanted tells that there is more.
        if (found.length === criteria.limit) return { Rec: found, continuation: writePlace(place) };
        found.push(named(row, record));
      }
      place = row;
    }
    if (rows.length < STEP) return { Rec: found };
    if (performance.now() > deadline) return { Rec: found, continuation: writePlace(place) };
  }
}

/**
 * All records by some criteria, the newest documents first, some hundreds at a time: for downloads.
 * What comes in meanwhile is not among them.
 */
export async function* recordPages(
  db: Queries,
  companyId: number,
  asked: Numbered,
): AsyncGenerator<FoundRecord[]> {
  const criteria = await asPrinted(db, companyId, asked);
  const isWanted = matcher(criteria);
  const counted = await countedIn(db, companyId, criteria);
  for (let place = BEGINNING; ;) {
    const rows = await step(db, companyId, { ...criteria, counted }, place);
    yield rows.flatMap((row) => {
      const record = row.line === null ? null : isWanted(row.line, row.late);
      return record ? [named(row, record)] : [];
    });
    if (rows.length < STEP) return;
    place = rows.at(-1)!;
  }
}

/** A record with the register that it is of; one that says nothing of itself is called by what the archive knows. */
function named({ registerId, sq, at }: Place, record: ReadRecord): FoundRecord {
  if (record.Unreadable === undefined) return { registerId, ...record };
  return { registerId, ...record, SQ: sq, D: record.D || at };
}

/** Whoever looks at one register sees all that it has handed in. */
async function countedIn(db: Queries, companyId: number, { registerId }: RecordCriteria): Promise<string> {
  return registerId ? '' : countedOnly(db, companyId);
}

/** Of sealed records nothing but register, number and day is known. */
function asksForContent({ from, till, tn, fn, type, total, text, eInvoice }: RecordCriteria): boolean {
  const hasTime = [from, till].some((time) => (time?.length ?? 0) > 'YYYY-MM-DD'.length);
  return [tn, fn, total, text, eInvoice].some(Boolean) || (Boolean(type) && type !== SEALED) || hasTime;
}

/** `late` has late fiscal data of a receipt. */
type Row = Place & { line: string | null; late: string | null };

/** The next records by index; `line` is null for those that columns rule out. */
async function step(
  db: Queries,
  companyId: number,
  criteria: Numbered & { counted: string },
  place: Place,
): Promise<Row[]> {
  const { from, till, tn, fn, sq, type, total, registerId, locationId, eInvoice, numbers = [] } = criteria;
  const byIndex = ['company_id = $companyId'];
  const byColumn: string[] = [];
  const parameters: Record<string, string | number> = { companyId, step: STEP };
  const add = (to: string[], condition: string, name: string, value: string | number | null | undefined) => {
    if (value === null || value === undefined) return;
    to.push(condition);
    parameters[name] = value;
  };
  if (place !== BEGINNING) {
    byIndex.push('(at, register_id, sq) < ($at, $atRegister, $atSq)');
    Object.assign(parameters, { at: place.at, atRegister: place.registerId, atSq: place.sq });
  }
  add(byIndex, 'at >= $from', 'from', from);
  // Behind all times of the day, or of the second.
  add(byIndex, 'at < $till', 'till', till ? `${till}~` : null);
  add(byIndex, 'register_id = $registerId', 'registerId', registerId);
  const inLocation = 'SELECT id FROM registers WHERE company_id = $companyId AND location_id = $locationId';
  add(byIndex, `register_id IN (${inLocation})`, 'locationId', locationId);
  add(byIndex, 'fn = $fn', 'fn', fn);
  add(byIndex, 'tn = $tn', 'tn', tn);
  const names = numbers.map(({ TN }, i) => {
    parameters[`number${i}`] = TN;
    return `$number${i}`;
  });
  if (names.length > 0) byIndex.push(`tn IN (${names.join(', ')})`);
  add(byIndex, 'sq = $sq', 'sq', sq);
  if (sq && !registerId)
    byIndex.push('register_id IN (SELECT id FROM registers WHERE company_id = $companyId)');
  add(byColumn, 'type = $type', 'type', type);
  if (eInvoice) byColumn.push("type = 'Tra'");
  if (total) {
    byColumn.push('total IN ($total, $paddedTotal)');
    Object.assign(parameters, { total, paddedTotal: padded(total) });
  }
  const isLeft = byColumn.join(' AND ') || 'true';
  return db.select<Row>(
    `SELECT at, register_id AS "registerId", sq, CASE WHEN ${isLeft} THEN line END AS line,
        CASE WHEN ${isLeft} THEN ${lateLine()} END AS late
      FROM records r WHERE ${byIndex.join(' AND ')}${criteria.counted}
      ORDER BY at DESC, register_id DESC, sq DESC LIMIT $step`,
    parameters,
  );
}

/** `5` as receipts have it in most currencies: `5.00`. */
function padded(total: string): string {
  const [, whole, decimals = ''] = /^(-?\d+)(?:[.,](\d*))?$/.exec(total) ?? [];
  return whole === undefined ? total : `${whole}.${decimals.padEnd(2, '0')}`;
}

/** Gives the record of a line, with late fiscal data, if what only the record says is as wanted. */
function matcher({ text, eInvoice, numbers, inLine = '' }: Numbered): ReturnType<typeof textMatcher> {
  const hasText = textMatcher(text);
  const isWanted: typeof hasText = (line, late) => {
    const record = line.includes(inLine) ? hasText(line, late) : null;
    return record && (!numbers || numbers.some((number) => isNumbered(record, number))) ? record : null;
  };
  if (!eInvoice) return isWanted;
  return (line, late) => {
    // It is in the receipt from the beginning on.
    const record = line.includes('"EInvoice"') ? isWanted(line, late) : null;
    const state: unknown = record?.Fis?.EInvoice;
    if (!isTree(state)) return null;
    return eInvoice === 'any' || state.State === eInvoice ? record : null;
  };
}

function isNumbered({ ESR }: JournalRecord, { TL, TT, TN }: TerminalNumber): boolean {
  return ESR?.TN === TN && ESR.TL === TL && ESR.TT === TT;
}

/** The same for a text that is in it. */
function textMatcher(
  text: string | null | undefined,
): (line: string, late: string | null) => ReadRecord | null {
  if (!text) return recordOf;
  // As it is written within a line.
  const needle = searchable(JSON.stringify(text).slice(1, -1));
  return (line, late) => {
    // Most lines can be left out without reading them.
    if (!searchable(line + (late ?? '')).includes(needle)) return null;
    const record = recordOf(line, late);
    if (record.Unreadable !== undefined) return record;
    return searchable(JSON.stringify(record)).includes(needle) ? record : null;
  };
}

function writePlace({ at, registerId, sq }: Place): string {
  return Buffer.from(JSON.stringify([at, registerId, sq])).toString('base64url');
}

function readPlace(text: string): Place {
  const place = parsed(Buffer.from(text, 'base64url').toString('utf8'));
  const [at, registerId, sq] = Array.isArray(place) ? (place as unknown[]) : [];
  if (typeof at === 'string' && isId(registerId) && isId(sq) && !/[^\d:T-]/.test(at))
    return { at, registerId, sq };
  throw badField('continuation', 'value', 'continuation must be one that a search has answered');
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
