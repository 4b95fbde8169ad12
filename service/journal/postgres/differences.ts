/** Whether the schema of a journal on PostgreSQL is as the migrations have made it: guards, keys, functions, tables. */
import type pg from 'pg';
import { MIGRATIONS } from './schema.ts';

/** Objects by `<kind> <name>`, with what they do. */
type Objects = Map<string, string>;

/** Bits of `pg_trigger.tgtype`. */
const BITS = { ROW: 1, BEFORE: 2, INSERT: 4, DELETE: 8, UPDATE: 16, TRUNCATE: 32 };

/** What differs, in words; sees the schema that the connection works in. */
export async function differencesOf(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const expected = expectedObjects();
  const found = await foundObjects(client);
  const differences: string[] = [];
  for (const [name, what] of expected) {
    if (!found.has(name)) differences.push(`${name} is missing`);
    else if (found.get(name) !== what) differences.push(`${name} was changed`);
  }
  for (const name of found.keys()) if (!expected.has(name)) differences.push(`${name} was added`);
  return differences.sort();
}

/** What the statements of the migrations say, which are written in one way. */
function expectedObjects(): Objects {
  const objects: Objects = new Map([
    ['table migrations', ''],
    ['key migrations PRIMARY KEY (name)', ''],
  ]);
  for (const statement of MIGRATIONS.flatMap(({ statements }) => statements)) {
    const words = statement.split(/[\s(]+/);
    const behind = (word: string) => words[words.indexOf(word) + 1]!;
    const [create, kind, name] = words;
    if (create !== 'CREATE') continue;
    if (kind === 'TABLE') {
      objects.set(`table ${name}`, '');
      for (const key of keysIn(statement)) objects.set(`key ${name} ${key}`, '');
    } else if (kind === 'FUNCTION') {
      objects.set(
        `function ${name}`,
        statement.slice(statement.indexOf('$$') + 2, statement.lastIndexOf('$$')),
      );
    } else if (kind === 'TRIGGER') {
      const type = Object.entries(BITS).reduce(
        (sum, [word, bit]) => sum + (words.includes(word) ? bit : 0),
        0,
      );
      objects.set(`trigger ${name}`, triggerText(behind('ON'), behind('FUNCTION'), type));
    }
  }
  return objects;
}

/** The keys of a table, as PostgreSQL writes them down. */
function keysIn(statement: string): string[] {
  const keys: string[] = [];
  let [depth, begin] = [0, 0];
  for (const [i, letter] of [...statement].entries()) {
    if (letter === '(' && ++depth === 1) begin = i + 1;
    const isEnd = (letter === ',' && depth === 1) || (letter === ')' && --depth === 0);
    if (!isEnd) continue;
    const definition = statement.slice(begin, i).trim();
    begin = i + 1;
    if (definition.startsWith('PRIMARY KEY')) keys.push(definition);
    else {
      for (const key of ['PRIMARY KEY', 'UNIQUE'])
        if (definition.includes(` ${key}`)) keys.push(`${key} (${definition.split(' ')[0]!})`);
    }
  }
  return keys;
}

function triggerText(table: string, execute: string, type: number): string {
  return `on ${table}, ${execute}, ${type}`;
}

const IN_SCHEMA = 'relnamespace = current_schema()::regnamespace';

async function foundObjects(client: Pick<pg.Client, 'query'>): Promise<Objects> {
  const objects: Objects = new Map();
  const each = async <T extends object>(sql: string, take: (row: T) => [string, string]) => {
    const { rows } = await client.query<T>(sql);
    for (const row of rows) objects.set(...take(row));
  };
  await each<{ relname: string; kind: string }>(
    `SELECT relname, relkind::text AS kind FROM pg_class WHERE ${IN_SCHEMA} AND relkind IN ('r', 'v', 'm', 'p', 'f')`,
    ({ relname, kind }) => [`${kind === 'r' ? 'table' : 'relation'} ${relname}`, ''],
  );
  await each<{ table: string; key: string }>(
    `SELECT relname AS table, pg_get_constraintdef(c.oid) AS key FROM pg_constraint c
      JOIN pg_class r ON r.oid = conrelid WHERE ${IN_SCHEMA} AND contype IN ('p', 'u')`,
    ({ table, key }) => [`key ${table} ${key}`, ''],
  );
  await each<{ proname: string; prosrc: string }>(
    `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
    ({ proname, prosrc }) => [`function ${proname}`, prosrc],
  );
  await each<{ name: string; table: string; execute: string; type: number; isPlain: boolean }>(
    `SELECT tgname AS name, relname AS table, proname AS execute, tgtype AS type,
        tgenabled IN ('O', 'A') AND tgqual IS NULL AND tgattr = '' AS "isPlain"
      FROM pg_trigger JOIN pg_class r ON r.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
      WHERE ${IN_SCHEMA} AND NOT tgisinternal`,
    ({ name, table, execute, type, isPlain }) => [
      `trigger ${name}`,
      isPlain ? triggerText(table, execute, type) : 'not always',
    ],
  );
  await each<{ rulename: string }>(
    'SELECT rulename FROM pg_rules WHERE schemaname = current_schema()',
    ({ rulename }) => [`rule ${rulename}`, ''],
  );
  return objects;
}
