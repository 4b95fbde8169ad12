/** Everything that a database has, for comparing two of them. */
import { Connection } from '../../sqlite/connection.ts';

const TABLES = {
  numbers: 'number, sq',
  terminals: 'tl, tt, sq',
  days: 'day, segment, records, transactions, receipts, total',
  sums: 'day, segment, kind, name, amount, tax',
  archived: 'segment, bytes, digest, content',
  state: 'key, value',
};

/** Rows by table, with the names of the registers in the place of their ids. */
export type Contents = Record<'records' | keyof typeof TABLES, unknown[]>;

/** Reads all tables of a database. */
export async function contentsOf(file: string): Promise<Contents> {
  const db = await Connection.open(file);
  const all = (sql: string) => db.all(sql);
  const records = await all(
    `SELECT rn, records.id & 4294967295 AS sq, type, line FROM records
     JOIN registers ON registers.id = records.id >> 32 ORDER BY rn, sq`,
  );
  const others: [string, unknown[]][] = [];
  for (const [table, columns] of Object.entries(TABLES)) {
    const sql = `SELECT rn, ${columns} FROM ${table} JOIN registers ON id = register ORDER BY rn, ${columns}`;
    others.push([table, await all(sql)]);
  }
  await db.close();
  return { records, ...Object.fromEntries(others) } as Contents;
}
