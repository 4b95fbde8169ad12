/**
 * Search in the journal (doc 2, GET /find): by any property of the receipt. Numbers
 * and days narrow down where to look; everything is then compared with the
 * records themselves. Receipts are given as they stand (late.ts).
 */
import type { JournalRecord } from '../receipt/tra.ts';
import { LEAVING } from './archive/leaving.ts';
import { rangesOf, segmentsBetween } from './days.ts';
import { standing, type LateData } from './late.ts';
import { AT_ONCE, type Line, type Lines, type Range } from './lines.ts';
import { withNumber, withTransactionNumber } from './numbers.ts';
import { lastSqIn, placeOf, sqAt } from './place.ts';
import { recordOf } from './record.ts';
import type { Store } from './store.ts';

/** What to look for. */
export interface FindQuery {
  rn: string;
  /** Exact values of the record and its receipt. */
  where: {
    sq?: number;
    type?: string;
    fn?: string;
    tn?: string;
    tl?: string;
    tt?: string;
    /** A text that stands in its line as it is, as `"TN":"7"` does. */
    line?: string;
    /** Number or name of who has sold. */
    operator?: string;
    /** Day of the document, `YYYY-MM-DD`. */
    day?: string;
  };
  /** Other ESR properties by name (letters of either case) and exact value. */
  properties: Record<string, string>;
  /** First and last date or date-time of the document, both inclusive. */
  from?: string;
  till?: string;
  sort: 'asc' | 'desc';
  /** Most rows to return. */
  rows: number;
  /** Longest time to search, ms. */
  ms: number;
  /** Most bytes of records to return, as they stand in the journal; a larger record comes alone. */
  bytes?: number;
  /** Continue after this SQ. */
  after?: number;
  /** No record up to this SQ. */
  beyond?: number;
  /** Last SQ, inclusive. */
  endSq?: number;
}

/** Found records; `continuation` is the SQ to go on after, when there may be more. */
export interface FindResult {
  records: JournalRecord[];
  continuation?: number;
}

/** Where to search. */
export interface FindSource {
  store: Pick<Store, 'select' | 'registers'>;
  lines: Lines;
  late: LateData;
}

/** Searches in short steps until the search is complete, or rows, bytes or time are used up. */
export async function findRecords(source: FindSource, query: FindQuery): Promise<FindResult> {
  const deadline = performance.now() + query.ms;
  const isWanted = matcher(query);
  const records: JournalRecord[] = [];
  let room = query.bytes ?? Infinity;
  for await (const { lines, last } of candidates(source, query)) {
    // One more than wanted tells that there is more.
    const found = first(lines, isWanted, query.rows - records.length + 1);
    const late = await source.late.of(
      query.rn,
      found.map(({ record }) => record),
    );
    for (const { record, text } of found) {
      room -= Buffer.byteLength(text) + Buffer.byteLength(late.get(record.SQ)?.text ?? '');
      const isFull = records.length === query.rows || (room < 0 && records.length > 0);
      if (isFull) return { records, continuation: records.at(-1)?.SQ ?? 0 };
      records.push(standing(record, late));
    }
    // What was looked at last need not be looked at again.
    if (performance.now() > deadline) return { records, continuation: last };
  }
  return { records };
}

/** The first lines that are wanted, so many at most. */
function first(
  lines: readonly Line[],
  isWanted: (text: string) => JournalRecord | null,
  most: number,
): { record: JournalRecord; text: string }[] {
  const found: { record: JournalRecord; text: string }[] = [];
  for (const { text } of lines) {
    if (found.length === most) break;
    const record = isWanted(text);
    if (record) found.push({ record, text });
  }
  return found;
}

/** Lines that may match, in order; `last` is the last SQ that was looked at. */
interface Step {
  lines: readonly Line[];
  last: number;
}

async function* candidates(source: FindSource, query: FindQuery): AsyncGenerator<Step> {
  const { rn, where, sort } = query;
  const register = source.store.registers.get(rn);
  if (register === undefined) return;
  const range = rangeOf(query, await lastSqIn(source.store, register));
  const numbered = await numberedSqs(source.store, register, where);
  if (numbered) {
    const sqs = numbered.filter((sq) => sq >= range.from && sq <= range.to);
    if (sort === 'asc') sqs.reverse();
    for (let i = 0; i < sqs.length; i += AT_ONCE) {
      const part = sqs.slice(i, i + AT_ONCE);
      yield { lines: await source.lines.at(rn, part), last: part.at(-1)! };
    }
  } else if (where.type !== undefined && !LEAVING.has(where.type)) {
    yield* ofType(source.store, { register, type: where.type, range, sort });
  } else {
    yield* within(source, query, range);
  }
}

/** The sequence numbers of the records that have a number, newest first; null when none is asked for. */
function numberedSqs(
  store: FindSource['store'],
  register: number,
  { sq, fn, tn }: FindQuery['where'],
): Promise<number[]> | null {
  if (sq !== undefined) return Promise.resolve([sq]);
  if (fn !== undefined) return withNumber(store, register, fn);
  if (tn !== undefined) return withTransactionNumber(store, register, tn);
  return null;
}

function rangeOf({ after, beyond = 0, endSq = Infinity, sort }: FindQuery, lastSq: number): Range {
  const last = Math.min(endSq, lastSq);
  if (sort === 'asc') return { from: Math.max(after ?? 0, beyond) + 1, to: last };
  return { from: beyond + 1, to: Math.min(last, (after ?? Infinity) - 1) };
}

/** Records of a type that stays in the database. */
async function* ofType(
  store: FindSource['store'],
  { register, type, range, sort }: { register: number; type: string; range: Range; sort: 'asc' | 'desc' },
): AsyncGenerator<Step> {
  let { from, to } = range;
  for (;;) {
    const rows = await store.select<{ id: number; line: string }>(
      // Repeats what the partial index says, so that it is used.
      `SELECT id, line FROM records WHERE type = $type AND type <> 'Tra' AND id BETWEEN $from AND $to
       ORDER BY id ${sort === 'asc' ? 'ASC' : 'DESC'} LIMIT ${STEP}`,
      { type, from: placeOf(register, from), to: placeOf(register, to) },
    );
    const last = rows.at(-1);
    if (!last) return;
    yield { lines: rows.map(({ id, line }) => ({ sq: sqAt(id), text: line })), last: sqAt(last.id) };
    if (sort === 'asc') from = sqAt(last.id) + 1;
    else to = sqAt(last.id) - 1;
  }
}

const BEHIND_ALL_DAYS = '\u{10ffff}';
/** Records read at a time. */
const STEP = 200;

/** All lines of the segments that have records of the days asked for. */
async function* within({ store, lines }: FindSource, query: FindQuery, range: Range): AsyncGenerator<Step> {
  const { rn, sort, where } = query;
  const from = (where.day ?? query.from ?? '').slice(0, 10);
  const till = (where.day ?? query.till ?? BEHIND_ALL_DAYS).slice(0, 10);
  const ranges = rangesOf(await segmentsBetween(store, rn, from, till));
  const needles = soughtIn(query).map((value) => Buffer.from(written(value)));
  for (const part of sort === 'asc' ? ranges : ranges.reverse()) {
    let rest = { from: Math.max(part.from, range.from), to: Math.min(part.to, range.to) };
    while (rest.from <= rest.to) {
      const next = sort === 'asc' ? rest.from : rest.to;
      const block = needles.length > 0 ? await lines.archived(rn, next) : null;
      const isEmpty = block !== null && !needles.every((needle) => block.bytes.includes(needle));
      const read = isEmpty ? cut(rest, block) : null;
      const step = read ? { lines: [], read } : await lines.page(rn, rest, sort);
      yield { lines: step.lines, last: sort === 'asc' ? step.read.to : step.read.from };
      rest =
        sort === 'asc'
          ? { from: step.read.to + 1, to: rest.to }
          : { from: rest.from, to: step.read.from - 1 };
    }
  }
}

/** The part of a range that lies within another one. */
function cut({ from, to }: Range, within: Range): Range {
  return { from: Math.max(from, within.from), to: Math.min(to, within.to) };
}

/** Values that stand in every line that is wanted, whatever holds them. */
function soughtIn({ properties, where: { operator } }: FindQuery): string[] {
  return [...Object.values(properties), ...(operator === undefined ? [] : [operator])];
}

/** A value as it stands within a line. */
function written(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Gives the record of a line if it is wanted, else null. */
function matcher(query: FindQuery): (text: string) => JournalRecord | null {
  const { where } = query;
  const properties = Object.entries(query.properties).map(([name, value]) => ({
    name: name.toLowerCase(),
    value,
  }));
  const from = where.day ?? query.from;
  const till = where.day ?? query.till;
  const needles = soughtIn(query).map(written);
  // As JSON.stringify writes it, and every line is written by it.
  if (where.line !== undefined) needles.push(where.line);
  if (where.day !== undefined) needles.push(`"D":"${where.day}`);
  return (text) => {
    // Most lines can be left out without reading them.
    if (!needles.every((needle) => text.includes(needle))) return null;
    const record = recordOf(text);
    const { ESR: esr } = record;
    const d = esr?.D ?? record.D;
    const isWanted =
      (where.sq === undefined || record.SQ === where.sq) &&
      (where.type === undefined || record._ === where.type) &&
      (where.fn === undefined || esr?.FN === where.fn) &&
      (where.tn === undefined || esr?.TN === where.tn) &&
      (where.tl === undefined || esr?.TL === where.tl) &&
      (where.tt === undefined || esr?.TT === where.tt) &&
      (where.operator === undefined || [esr?.Opr, esr?.OprN].includes(where.operator)) &&
      (from === undefined || d >= from) &&
      // A bare date includes its whole day: every time of it begins with it.
      (till === undefined || d <= till || d.startsWith(`${till}T`)) &&
      properties.every(({ name, value }) => {
        const found = Object.entries(esr ?? {}).find(([key]) => key.toLowerCase() === name);
        return found !== undefined && String(found[1]) === value;
      });
    return isWanted ? record : null;
  };
}
