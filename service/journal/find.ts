/** Search in the journal (doc 2, GET /find). */
import type { JournalRecord } from '../receipt/tra.ts';
import type { Row, Store } from './store.ts';

/** A search; all criteria must hold. */
export interface FindQuery {
  rn: string;
  /** Exact values of columns and ESR properties. */
  where: {
    sq?: number;
    type?: string;
    fn?: string;
    tn?: string;
    tl?: string;
    tt?: string;
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
  /** Continue after this SQ. */
  after?: number;
  /** Last SQ, inclusive. */
  endSq?: number;
}

/** Found records; `continuation` is the SQ to go on after, when there may be more. */
export interface FindResult {
  records: JournalRecord[];
  continuation?: number;
}

/** Rows read at a time, so that a long search lets other work in between. */
const CHUNK = 200;

/** Runs a search in chunks until it is complete, or rows or time are used up. */
export async function findRecords(store: Pick<Store, 'select'>, query: FindQuery): Promise<FindResult> {
  const { conditions, parameters } = translate(query);
  const order = query.sort === 'asc' ? 'ASC' : 'DESC';
  const compare = query.sort === 'asc' ? '>' : '<';
  const deadline = performance.now() + query.ms;
  const records: JournalRecord[] = [];
  let after = query.after;
  while (records.length < query.rows) {
    const want = Math.min(CHUNK, query.rows - records.length);
    const where = after === undefined ? conditions : [...conditions, `sq ${compare} $after`];
    // One row more than wanted tells whether there is more.
    const rows = await store.select<Pick<Row, 'sq' | 'doc'>>(
      `SELECT sq, doc FROM records WHERE ${where.join(' AND ')} ORDER BY sq ${order} LIMIT $limit`,
      { ...parameters, limit: want + 1, ...(after !== undefined && { after }) },
    );
    const wanted = rows.slice(0, want);
    records.push(...wanted.map((r) => JSON.parse(r.doc) as JournalRecord));
    if (rows.length <= want) return { records };
    after = wanted.at(-1)!.sq;
    if (performance.now() > deadline) break;
  }
  return after === undefined ? { records } : { records, continuation: after };
}

function translate(query: FindQuery): { conditions: string[]; parameters: Record<string, string | number> } {
  const conditions = ['rn = $rn'];
  const parameters: Record<string, string | number> = { rn: query.rn };
  for (const column of ['sq', 'type', 'fn', 'tn', 'tl', 'tt'] as const) {
    const value = query.where[column];
    if (value === undefined) continue;
    conditions.push(`${column} = $${column}`);
    parameters[column] = value;
  }
  if (query.endSq !== undefined) {
    conditions.push('sq <= $endSq');
    parameters.endSq = query.endSq;
  }
  const { day } = query.where;
  const from = day ?? query.from;
  const till = day ?? query.till;
  if (from !== undefined) {
    conditions.push('d >= $from');
    parameters.from = from;
  }
  if (till !== undefined) {
    // A bare date includes its whole day: every time of it sorts before `U`.
    conditions.push(till.length === 10 ? 'd < $till' : 'd <= $till');
    parameters.till = till.length === 10 ? `${till}U` : till;
  }
  Object.entries(query.properties).forEach(([name, value], i) => {
    conditions.push(
      `EXISTS (SELECT 1 FROM json_each(doc, '$.ESR') WHERE lower(key) = $name${i} AND CAST(value AS TEXT) = $value${i})`,
    );
    parameters[`name${i}`] = name.toLowerCase();
    parameters[`value${i}`] = value;
  });
  return { conditions, parameters };
}
