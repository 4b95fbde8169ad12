/** The transactions of a period, for exports: read in short steps, so that sales go on meanwhile. */
import { ahead } from './ahead.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { rangesOf, segmentsBetween } from './days.ts';
import type { LateData } from './late.ts';
import type { Line, Lines, Range } from './lines.ts';
import { LAST_PLACE_SQL, spanOf, sqAt } from './place.ts';
import { recordOf } from './record.ts';
import type { Store } from './store.ts';
import { isOneOf, type RecordTypes } from '../receipt/record-types.ts';
import { unbrokenRange } from './unbroken.ts';

/** Which records belong to a period. */
export interface PeriodChoice {
  /** Given for a period without holes (`unbroken.ts`): the day of the export. */
  unbrokenOn?: string | undefined;
  /** Given where these records are the period, whatever days they are of; null for none. */
  range?: Range | null | undefined;
  /** Types of its records, where the period is no matter of dates alone; transactions unless told otherwise. */
  types?: RecordTypes | undefined;
}

/**
 * The transactions of one register whose document date lies in a period, as they were
 * when it was opened; or the period without holes, see `unbroken.ts`; or those of a range.
 */
export interface Period {
  /** Number of transactions; at most so many for a period without holes, or a range. */
  count: number;
  /** Last SQ of the register at that time, 0 for an empty one; nothing behind it belongs to the period. */
  lastSq: number;
  /** The transactions in order of SQ, as they stood when the period was opened. Every walk gives the same ones. */
  pages(): AsyncIterable<JournalRecord[]>;
}

/** Where to read, and what. */
export interface PeriodQuery extends PeriodChoice {
  store: Pick<Store, 'select' | 'registers'>;
  lines: Lines;
  late: LateData;
  rn: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day. */
  till: string;
}

/** Opens a period. */
export async function openPeriod(query: PeriodQuery): Promise<Period> {
  const { store, rn, from, till, range: named } = query;
  const { count, lastSq } = await extentOf(query);
  const isWanted = ({ _: type }: JournalRecord) => isOneOf(type, query.types);
  if (named !== undefined) {
    const range = named && { ...named, to: Math.min(named.to, lastSq) };
    return wholeRange(query, range, lastSq, isWanted);
  }
  const segments = await segmentsBetween(store, rn, from, till);
  const ranges = rangesOf(segments).map((range) => ({ ...range, to: Math.min(range.to, lastSq) }));
  const isDated = (record: JournalRecord) => isWithin(record, from, till);
  const { unbrokenOn: today } = query;
  if (today !== undefined) {
    const range = await unbrokenRange({ ...query, today }, ranges, isDated, lastSq);
    return wholeRange(query, range, lastSq, isWanted);
  }
  return periodOf(query, { count, lastSq }, ranges, isDated);
}

function wholeRange(
  query: PeriodQuery,
  range: Range | null,
  lastSq: number,
  isWanted: (record: JournalRecord) => boolean,
): Period {
  const count = range ? range.to - range.from + 1 : 0;
  return periodOf(query, { count, lastSq }, range ? [range] : [], isWanted);
}

function periodOf(
  query: PeriodQuery,
  { count, lastSq }: Pick<Period, 'count' | 'lastSq'>,
  ranges: readonly Range[],
  isWanted: (record: JournalRecord) => boolean,
): Period {
  return {
    count,
    lastSq,
    async *pages() {
      for await (const lines of ahead(all(query, ranges))) {
        const records = lines.map(({ text }) => recordOf(text)).filter(isWanted);
        if (records.length > 0) yield query.late.standing(query.rn, records, lastSq);
      }
    },
  };
}

/** Counted in the same moment in which the last record is looked up. */
async function extentOf({ store, rn, from, till }: PeriodQuery): Promise<{ count: number; lastSq: number }> {
  const register = store.registers.get(rn) ?? 0;
  const [row] = await store.select<{ count: number; last: number | null }>(
    `SELECT coalesce(sum(transactions), 0) AS count, (${LAST_PLACE_SQL}) AS last
     FROM days WHERE register = $register AND day BETWEEN $from AND $till`,
    { register, from, till, ...spanOf(register) },
  );
  return { count: row!.count, lastSq: sqAt(row!.last ?? 0) };
}

function isWithin({ _: type, D, ESR }: JournalRecord, from: string, till: string): boolean {
  const day = (ESR?.D ?? D).slice(0, 10);
  return type === 'Tra' && day >= from && day <= till;
}

async function* all({ lines, rn }: PeriodQuery, ranges: readonly Range[]): AsyncGenerator<Line[]> {
  for (const range of ranges) yield* lines.pages(rn, range);
}
