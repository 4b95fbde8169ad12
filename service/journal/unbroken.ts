/**
 * A period without holes, for exports whose records are a chain. Documents may be
 * dated late or by a wrong clock: everything between the first and the last record of
 * the period belongs to it whatever its date is, and at both ends what was registered
 * in the period, so that exports of consecutive periods leave nothing out.
 */
import type { JournalRecord } from '../receipt/tra.ts';
import type { Lines, Range } from './lines.ts';
import { recordOf } from './record.ts';
import { isOneOf, type RecordTypes } from '../receipt/record-types.ts';

/** Where to look. */
export interface ChainQuery {
  lines: Lines;
  rn: string;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** Day of the export: a period that goes on till then ends with the last record. */
  today: string;
  /** Types of records that belong to it; transactions alone unless told otherwise. */
  types?: RecordTypes | undefined;
}

/**
 * The sequence numbers of the period; null when it has none.
 * @param ranges where records dated in the period lie, in order
 * @param isWithin true for such a record
 * @param lastSq last record of the register
 */
export async function unbrokenRange(
  query: ChainQuery,
  ranges: readonly Range[],
  isWithin: (record: JournalRecord) => boolean,
  lastSq: number,
): Promise<Range | null> {
  const { from, till, today } = query;
  const first = await firstOf(query, ranges, 'asc', isWithin);
  const last =
    till >= today ? lastSq : first === null ? null : await firstOf(query, ranges, 'desc', isWithin);
  if (last === null || last === 0) return null;
  const before = await extended(
    query,
    { from: 1, to: (first ?? last + 1) - 1 },
    'desc',
    (day) => day >= from,
  );
  const behind = await extended(query, { from: last + 1, to: lastSq }, 'asc', (day) => day <= till);
  const start = before ?? first;
  return start === null ? null : { from: start, to: behind ?? last };
}

/** SQ of the first record from one end that is wanted. */
async function firstOf(
  query: ChainQuery,
  ranges: readonly Range[],
  order: 'asc' | 'desc',
  isWanted: (record: JournalRecord) => boolean,
): Promise<number | null> {
  for (const range of order === 'asc' ? ranges : [...ranges].reverse()) {
    for await (const record of walk(query, range, order)) if (isWanted(record)) return record.SQ;
  }
  return null;
}

/** SQ of the last record of its types in a row, from one end, that was registered on a wanted day. */
async function extended(
  query: ChainQuery,
  range: Range,
  order: 'asc' | 'desc',
  isWanted: (day: string) => boolean,
): Promise<number | null> {
  let end: number | null = null;
  for await (const { _: type, SQ, D } of walk(query, range, order)) {
    if (!isOneOf(type, query.types)) continue;
    if (!isWanted(D.slice(0, 10))) break;
    end = SQ;
  }
  return end;
}

async function* walk(
  { lines, rn }: ChainQuery,
  range: Range,
  order: 'asc' | 'desc',
): AsyncGenerator<JournalRecord> {
  let rest = range;
  while (rest.from <= rest.to) {
    const page = await lines.page(rn, rest, order);
    for (const { text } of page.lines) yield recordOf(text);
    rest = order === 'asc' ? { ...rest, from: page.read.to + 1 } : { ...rest, to: page.read.from - 1 };
  }
}
