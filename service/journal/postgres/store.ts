/**
 * The journal on PostgreSQL: the tables of SQLite, written under the token of their owner. A commit whose answer
 * is lost is asked for before anything else is written: what a till hears is what is stored.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { changedBy, type Changed } from '../effects.ts';
import { placeOf } from '../place.ts';
import type { Row } from '../row.ts';
import type { Store } from '../store.ts';
import type { Ownership } from './ownership.ts';
import { numbered, storable } from './parameters.ts';
import { NOT_OWNER } from './schema.ts';
import {
  clientConfig,
  isRefusal,
  isUnreachable,
  Session,
  UnknownOutcomeError,
  UnreachableError,
} from './session.ts';

/** A store with its owner. */
export interface PostgresStoreOptions {
  url: string;
  /** Released when the store is closed. */
  ownership: Ownership;
  /** So long a record waits for a server that takes no connections before it is refused; a restart takes less. */
  patienceMs?: number;
}

const PATIENCE_MS = 5000;
const RETRY_MS = 100;
/** Connections that read at a time. */
const READERS = 4;
/** Longest time for a connection, and for the answer to a query. */
const [CONNECT_MS, ANSWER_MS] = [5000, 30_000];
/** A commit takes milliseconds; after so long the connection is given up, and the commit asked for. */
const COMMIT_MS = 10_000;

/** SQLSTATE of a key that is there already, and the key of records. */
const [DUPLICATE, RECORDS_KEY] = ['23505', 'records_pkey'];

/**
 * Opens a journal whose tables are there ({@link migrate}).
 * @throws NotOwnerError, UnreachableError, errors of the server
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { ownership, url, patienceMs = PATIENCE_MS } = options;
  const readers = new pg.Pool({
    ...clientConfig(url, { connectMs: CONNECT_MS, answerMs: ANSWER_MS }),
    max: READERS,
  });
  // An idle connection that breaks is replaced when it is needed.
  readers.on('error', () => undefined);
  const writer = new Session(url, { connectMs: CONNECT_MS, answerMs: COMMIT_MS });

  const select: Store['select'] = async <T extends object>(
    sql: string,
    parameters: Record<string, string | number>,
  ) => {
    const { text, values } = numbered(sql, parameters);
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        const { rows } = await readers.query<T>(text, values);
        return rows;
      } catch (error) {
        if (isRefusal(error)) throw error;
        // Reading twice harms nobody.
        if (performance.now() > until) throw new UnreachableError((error as Error).message, { cause: error });
        await pause(RETRY_MS);
      }
    }
  };

  /** Sends a write under the present token; waits for a server that is being started. */
  const send = async (sql: string, values: readonly unknown[]): Promise<void> => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        await writer.query(sql, [ownership.token, ...values]);
        return;
      } catch (error) {
        if (isRefusal(error)) throw refused(error, ownership);
        if (!(error instanceof UnreachableError) || performance.now() > until) throw error;
        await pause(RETRY_MS);
      }
    }
  };

  /** A write that is not under way any more when it fails. */
  const write = async (sql: string, values: readonly unknown[]): Promise<void> => {
    try {
      await send(sql, values);
    } catch (error) {
      if (error instanceof UnknownOutcomeError) await ownership.fence();
      throw error;
    }
  };

  const isStored = async (place: number, line: string): Promise<boolean> => {
    for (;;) {
      try {
        const [row] = await writer.query<{ line: string }>('SELECT line FROM records WHERE id = $1', [place]);
        return row?.line === line;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        await pause(RETRY_MS);
      }
    }
  };

  try {
    for (const { register } of await select<{ register: number }>('SELECT register FROM unfinished', {})) {
      await write('SELECT discard_register($1, $2)', [register]);
    }
    const rows = await select<{ id: number; rn: string }>('SELECT id, rn FROM registers ORDER BY id', {});
    const registers = new Map(rows.map(({ id, rn }) => [rn, id]));
    let highest = rows.at(-1)?.id ?? 0;
    const unfinished = new Map<string, number>();
    return {
      registers,
      keepsAll: true,
      list: (parameter, of) => {
        const items = `json_array_elements_text(CAST($${parameter} AS JSON)) AS item (value)`;
        return of === 'text' ? `SELECT value FROM ${items}` : `SELECT CAST(value AS BIGINT) FROM ${items}`;
      },
      async commit(rows) {
        const begun = new Map<string, number>();
        const idOf = (rn: string): number => {
          const known = registers.get(rn) ?? unfinished.get(rn) ?? begun.get(rn);
          if (known !== undefined) return known;
          begun.set(rn, ++highest);
          return highest;
        };
        const last = rows.at(-1);
        if (!last) return;
        const values = valuesOf(rows, idOf, begun);
        for (;;) {
          try {
            await send(COMMIT, values);
            break;
          } catch (error) {
            if (!(error instanceof UnknownOutcomeError)) throw error;
            const lost = await ownership.fence().catch((over: Error) => over);
            if (await isStored(placeOf(idOf(last.rn), last.sq), last.line)) break;
            // It is certain now that nothing is stored, and that nothing of it will be: it is sent again.
            if (lost) throw lost;
          }
        }
        for (const [rn, id] of begun) registers.set(rn, id);
      },
      write: () => Promise.reject(new Error('nothing leaves a journal on PostgreSQL')),
      shrink: () => Promise.reject(new Error('PostgreSQL looks after its room itself')),
      async begin(rn) {
        const register = ++highest;
        await write('SELECT begin_register($1, $2, $3)', [register, rn]);
        unfinished.set(rn, register);
      },
      async finish(rn) {
        const register = unfinished.get(rn)!;
        await write('SELECT finish_register($1, $2)', [register]);
        unfinished.delete(rn);
        registers.set(rn, register);
      },
      async discard(rn) {
        await write('SELECT discard_register($1, $2)', [unfinished.get(rn)!]);
        unfinished.delete(rn);
      },
      select,
      async close() {
        await ownership.release();
        await Promise.all([writer.close(), readers.end()]);
      },
    };
  } catch (error) {
    await ownership.release();
    await Promise.all([writer.close(), readers.end()]);
    throw error;
  }
}

const COMMIT = 'SELECT commit_entries($1, $2, $3, $4, $5, $6, $7, $8)';

/** What `commit_entries` takes beside the token. */
function valuesOf(
  rows: readonly Row[],
  idOf: (rn: string) => number,
  begun: ReadonlyMap<string, number>,
): string[] {
  const heads: (string | number | null)[][] = [];
  const changed: Record<keyof Changed, (string | number)[][]> = {
    ...{ terminals: [], days: [], sums: [], state: [] },
  };
  for (const [rn, own] of Map.groupBy(rows, (row) => row.rn)) {
    const register = idOf(rn);
    const { terminals, days, sums, state } = changedBy(own);
    changed.terminals.push(...terminals.map((row) => [register, ...row]));
    changed.days.push(...days.map((row) => [register, ...row]));
    changed.sums.push(...sums.map((row) => [register, ...row]));
    changed.state.push(...state.map((row) => [register, ...row]));
  }
  for (const { rn, sq, type, number, fn } of rows) heads.push([placeOf(idOf(rn), sq), type, number, fn]);
  const { terminals, days, sums, state } = changed;
  const json = [terminals, days, sums, state].map(jsonOf);
  const fresh = [...begun].map(([rn, id]) => [id, rn]);
  // No line has a line feed.
  return [jsonOf(fresh), jsonOf(heads), rows.map(({ line }) => line).join('\n'), ...json];
}

/** JSON that PostgreSQL can turn into texts. */
function jsonOf(list: readonly unknown[]): string {
  const json = JSON.stringify(list);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(list, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}

/** What the server said, in the words of the journal. */
function refused(error: pg.DatabaseError, ownership: Ownership): Error {
  if (error.code === NOT_OWNER) return ownership.over();
  if (error.code === DUPLICATE && error.constraint === RECORDS_KEY) {
    return new Error('journal records are never changed, and this number is given', { cause: error });
  }
  return error;
}
