/**
 * The program of a thread: has one connection at a time, asks SQLite, whose
 * calls return when all is done, and answers in the order of the requests.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { serve } from '../threads/serve.ts';
import { failureOf } from './errors.ts';
import type { Requests, Rows, Value, Values } from './messages.ts';

/** So many statements are kept compiled. */
const MOST_STATEMENTS = 50;

let db: DatabaseSync | null = null;
let isOver = false;
/** By their texts; the one whose use is longest ago comes first. */
const statements = new Map<string, StatementSync>();

function prepared(sql: string): StatementSync {
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = db!.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size === MOST_STATEMENTS) statements.delete(statements.keys().next().value!);
  } else statements.delete(sql);
  statements.set(sql, statement);
  return statement;
}

/** Node binds numbers as floats, which SQLite shifts, divides and writes otherwise than integers. */
const bindable = (value: Value): SQLInputValue =>
  Number.isSafeInteger(value) ? BigInt(value as number) : value;

function bound(values: Values): SQLInputValue[] {
  if (Array.isArray(values)) return (values as readonly Value[]).map(bindable);
  const named = Object.entries(values as Readonly<Record<string, Value>>);
  // Node takes a first object for the named ones; without any it would be one too many.
  if (named.length === 0) return [];
  return [Object.fromEntries(named.map(([name, value]) => [name, bindable(value)])) as never];
}

const requests: Requests = {
  open(place, { busyMs, isReadOnly }) {
    db = new DatabaseSync(place, {
      timeout: busyMs,
      readOnly: isReadOnly,
      // As SQLite has it; Sequelize turns them on where it wants them.
      enableForeignKeyConstraints: false,
    });
  },
  exec(sql) {
    db!.exec(sql);
  },
  all(sql, values) {
    const statement = prepared(sql);
    const rows = statement.all(...bound(values)) as unknown as Rows['rows'];
    return { columns: statement.columns().map(({ name }) => name), rows };
  },
  run(sql, values) {
    const { changes, lastInsertRowid } = prepared(sql).run(...bound(values));
    return { changes: Number(changes), lastID: Number(lastInsertRowid) };
  },
  transaction(list) {
    if (list.length > 1) prepared('BEGIN IMMEDIATE').run();
    try {
      for (const [sql, values] of list) prepared(sql).run(...bound(values));
      if (list.length > 1) prepared('COMMIT').run();
    } catch (error) {
      // SQLite may have taken it back by itself already.
      if (db!.isTransaction) db!.exec('ROLLBACK');
      throw error;
    }
  },
  close() {
    statements.clear();
    const closing = db;
    db = null;
    closing?.close();
  },
  end() {
    isOver = true;
  },
};

serve(requests, failureOf, () => isOver);
