/** The transactions of a period, for exports: read in short steps, so that sales go on meanwhile. */
import type { JournalRecord } from '../receipt/tra.ts';
import type { Row, Store } from './store.ts';

/** The transactions of one register whose document date lies in a period, as they were when it was opened. */
export interface Period {
  /** Number of transactions. */
  count: number;
  /** Last SQ of the register at that time, 0 for an empty one; nothing behind it belongs to the period. */
  lastSq: number;
  /**
   * The transactions in order of SQ. Every walk gives the same ones.
   * @param numbers beginnings of fiscal numbers, e.g. `FT `: only documents with such a number
   */
  pages(numbers?: readonly string[]): AsyncIterable<JournalRecord[]>;
}

/** Sequence numbers looked at in one step. */
const PAGE = 200;
/** Records counted in one step. */
const COUNTED = 5000;

/** Finds where a step of counting ends; from the date index alone. */
export const STEP_SQL = `SELECT d FROM records WHERE rn = $rn AND d > $after AND d < $end
  ORDER BY d LIMIT 1 OFFSET ${COUNTED - 1}`;

/** Counts a step. The date index leads to its records; `+sq` keeps SQLite from reading the register from its beginning. */
export const COUNT_SQL = `SELECT count(*) AS count, min(sq) AS first, max(sq) AS last FROM records
  WHERE rn = $rn AND d > $after AND d <= $until AND type = 'Tra' AND +sq <= $lastSq`;

/**
 * Reads a page. `+d` keeps SQLite from the date index, with which it would sort
 * the whole period for each page.
 * @param numbers as in {@link Period.pages}; its entries are `$n0`, `$n1` and so on
 */
export function pageSql(numbers?: readonly string[]): string {
  const own = numbers?.map((n, i) => `substr(fn, 1, ${n.length}) = $n${i}`);
  const wanted = own ? ['FALSE', ...own].join(' OR ') : 'TRUE';
  return `SELECT doc FROM records WHERE rn = $rn AND sq > $after AND sq <= $until
    AND type = 'Tra' AND +d > $from AND +d < $end AND (${wanted}) ORDER BY sq`;
}

/**
 * Opens a period.
 * @param from first day, `YYYY-MM-DD`
 * @param till last day, `YYYY-MM-DD`
 */
export async function openPeriod(
  store: Pick<Store, 'select'>,
  rn: string,
  from: string,
  till: string,
): Promise<Period> {
  const [newest] = await store.select<{ sq: number | null }>(
    'SELECT max(sq) AS sq FROM records WHERE rn = $rn',
    { rn },
  );
  const lastSq = newest?.sq ?? 0;
  // Every time of a day sorts behind the bare day and before `U`.
  const end = `${till}U`;
  const { count, first, last } = await boundsOf(store, { rn, from, end, lastSq });
  return {
    count,
    lastSq,
    async *pages(numbers) {
      const sql = pageSql(numbers);
      const wanted = Object.fromEntries(numbers?.map((n, i) => [`n${i}`, n]) ?? []);
      const read = (after: number) => {
        const until = Math.min(after + PAGE, last);
        const rows = store.select<Pick<Row, 'doc'>>(sql, { rn, after, until, from, end, ...wanted });
        // It may fail while nobody waits for it yet.
        rows.catch(() => undefined);
        return rows;
      };
      // By sequence number, not by found rows: a page is a short step where the period has gaps, too.
      let next = first <= last ? read(first - 1) : null;
      try {
        for (let after = first - 1 + PAGE; next !== null; after += PAGE) {
          const rows = await next;
          // Whoever works on this page need not wait for the next one then.
          next = after < last ? read(after) : null;
          if (rows.length > 0) yield rows.map(({ doc }) => JSON.parse(doc) as JournalRecord);
        }
      } finally {
        // Whoever leaves early may close the journal next.
        await next?.catch(() => undefined);
      }
    },
  };
}

interface Bounds {
  count: number;
  /** First and last SQ; `first` lies behind `last` when there is none. */
  first: number;
  last: number;
}

/**
 * Counts step by step: one statement over a million records would hold up
 * whoever else reads the journal for seconds.
 */
async function boundsOf(
  store: Pick<Store, 'select'>,
  { rn, from, end, lastSq }: { rn: string; from: string; end: string; lastSq: number },
): Promise<Bounds> {
  const bounds: Bounds = { count: 0, first: lastSq + 1, last: 0 };
  let after = from;
  for (;;) {
    const [step] = await store.select<{ d: string }>(STEP_SQL, { rn, after, end });
    const until = step?.d ?? end;
    const [found] = await store.select<{ count: number; first: number | null; last: number | null }>(
      COUNT_SQL,
      { rn, after, until, lastSq },
    );
    bounds.count += found?.count ?? 0;
    bounds.first = Math.min(bounds.first, found?.first ?? bounds.first);
    bounds.last = Math.max(bounds.last, found?.last ?? 0);
    if (!step) return bounds;
    after = step.d;
  }
}
