/** Data roots for audits: made by real registers, then changed by hand. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { ALL_FIELDS } from '../../countries/fields.ts';
import { columnsOf } from '../../journal/effects.ts';
import type { Journal } from '../../journal/journal.ts';
import { placeOf } from '../../journal/place.ts';
import { toRow } from '../../journal/row.ts';
import { expectedFiles } from '../../journal/segments/testing/copied-journal.ts';
import type { Json } from '../../receipt/json.ts';
import { sumsOf } from '../../receipt/sums.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { readTra } from '../../receipt/read.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { Register } from '../../register/register.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom, publicKey, type Room } from '../../testing/registers.ts';
import { Connection } from '../../sqlite/connection.ts';
import { PORTUGAL, sale, tra } from '../../testing/sales.ts';

/** A register at work. */
export interface Till {
  room: Room;
  clock: ManualClock;
  register: Register;
  /** Registers a sale; throws when it is refused. */
  sell(amount: string, values?: Tree): Promise<void>;
  /** Registers so many sales of one euro. */
  sellMany(count: number): Promise<void>;
  /** Takes back the receipt with a fiscal number. */
  takeBack(FN: string): Promise<void>;
}

/** What lies beside the database. */
export interface Files {
  /** Journal files are written. */
  written?: boolean;
  /** So many segments are archived. */
  archived?: number;
}

/** Fills a register, and copies what is on the disk then, as a service that was killed leaves it. Returns the copy. */
export async function dataRoot(
  fill: (till: Till) => Promise<void>,
  cfg = PORTUGAL,
  { written = false, archived = 0 }: Files = {},
): Promise<string> {
  const [original, root] = [await temporaryFolder(), await temporaryFolder()];
  const clock = new ManualClock();
  const room = await openRoom(path.join(original, 'journal.db'), clock);
  await room.registers.configure('def', cfg);
  const register = (await room.registers.find('def'))!;
  const expectOk = (answer: { Result: { RC: string } }) => {
    if (answer.Result.RC !== 'OK') throw new Error(JSON.stringify(answer));
  };
  await fill({
    room,
    clock,
    register,
    async sell(amount, values) {
      const { tra, issues } = readTra(sale(amount, values), { currencyDigits: 2, fields: ALL_FIELDS });
      if (!tra) throw new Error(JSON.stringify(issues));
      expectOk(await register.submit({ tra, warnings: [], restart: false }));
    },
    async sellMany(count) {
      const request = { tra: tra(), warnings: [], restart: false };
      // No register lets more than a thousand wait.
      for (let left = count; left > 0; left -= 500) {
        const some = Array.from({ length: Math.min(left, 500) }, () => register.submit(request));
        (await Promise.all(some)).forEach(expectOk);
      }
    },
    async takeBack(FN) {
      expectOk(await register.void({ original: { FN }, sender: {}, reason: 'test', warnings: [] }));
    },
  });
  if (written) await writeFiles(room.journal, 'def');
  const { archiver } = room.journal;
  for (let i = 0; i < archived; i++) {
    const steps = archiver.archive((await archiver.next('def'))!, (_rn, file, reason) => {
      throw new Error(`${file}: ${reason}`);
    });
    while ((await steps.next()).done !== true);
  }
  for (const name of ['journal.db', 'journal.db-wal', 'rn']) {
    const from = path.join(original, name);
    await fs.cp(from, path.join(root, name), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await fs.mkdir(path.join(root, 'cer'));
  await fs.writeFile(path.join(root, 'cer', 'test.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  return root;
}

/** Writes the journal files of a register, as the service does. */
async function writeFiles(journal: Journal, rn: string): Promise<void> {
  await fs.mkdir(journal.filesOf(rn), { recursive: true });
  for (const [name, bytes] of await expectedFiles(journal, rn)) {
    await fs.writeFile(path.join(journal.filesOf(rn), name), bytes);
  }
}

/** A record and its state changes, as a line has them. */
export type StoredLine = JournalRecord & { State?: Record<string, Json> };

/** Ways to write into a journal past all guards. Records are those of its first register. */
export interface Tampering {
  run(sql: string, ...parameters: (string | number | null)[]): Promise<void>;
  /** Names of the columns of a table. */
  columns(table: string): Promise<string[]>;
  /** Changes a line and leaves what finds and sums it up as it is. */
  change(
    sq: number,
    change: (record: StoredLine & { ESR: NonNullable<JournalRecord['ESR']> }) => void,
  ): Promise<void>;
  record(sq: number): Promise<StoredLine>;
  /** Puts a text in the place of a line. */
  write(sq: number, line: string): Promise<void>;
  /** Moves a record to another place. */
  move(from: number, to: number): Promise<void>;
  remove(sq: number): Promise<void>;
  /** Adds a record of a type. */
  add(sq: number, type: string, line: string): Promise<void>;
  /** Makes everything fit the lines again that finds and sums them up. */
  reindex(): Promise<void>;
  /** Changes a state entry. */
  state<T>(key: string, change: (value: T) => T): Promise<void>;
}

/** Key of a record of the first register. */
const place = (sq: number) => placeOf(1, sq);

/** Opens a journal by hand; the guards are off meanwhile and back on afterwards, as somebody careful would do it. */
export async function tamper(root: string, work: (by: Tampering) => Promise<void>): Promise<void> {
  const db = await Connection.open(path.join(root, 'journal.db'));
  const run = async (sql: string, ...values: (string | number | null)[]) => void (await db.run(sql, values));
  const all = <T extends object>(sql: string, ...values: (string | number)[]) => db.all<T>(sql, values);
  const record = async (sq: number) => {
    const [row] = await all<{ line: string }>('SELECT line FROM records WHERE id = ?', place(sq));
    return JSON.parse(row!.line) as StoredLine;
  };
  const write = (sq: number, line: string) =>
    run('UPDATE records SET line = ? WHERE id = ?', line, place(sq));
  const reindex = async () => {
    const rows = await all<{ id: number; line: string }>('SELECT id, line FROM records ORDER BY id');
    const state = await all<{ register: number; key: string; value: string }>('SELECT * FROM state');
    for (const table of ['records', 'numbers', 'terminals', 'days', 'sums'])
      await run(`DELETE FROM ${table}`);
    for (const { id, line } of rows) {
      const { State: changes = {}, ...written } = JSON.parse(line) as StoredLine;
      const { effects, ...row } = toRow({ record: written, sums: sumsOf(written, 2), changes });
      const register = Math.floor(id / place(0));
      const entry = {
        ...row,
        rn: null,
        register,
        sq: id % place(0),
        line,
        ...columnsOf([{ ...row, effects, sq: id % place(0) }]),
      };
      const names = Object.keys(entry);
      await run(
        `INSERT INTO entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(entry),
      );
    }
    // What the lines say of it is a matter of its own.
    await run('DELETE FROM state');
    for (const { register, key, value } of state) {
      await run('INSERT INTO state (register, key, value) VALUES (?, ?, ?)', register, key, value);
    }
  };
  const guards = await all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'records'",
  );
  for (const { name } of guards) await run(`DROP TRIGGER ${name}`);
  await work({
    ...{ run, record, write, reindex },
    async columns(table) {
      const columns = await all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table);
      return columns.map(({ name }) => name);
    },
    async change(sq, change) {
      const changed = await record(sq);
      change(changed as Parameters<typeof change>[0]);
      await write(sq, JSON.stringify(changed));
    },
    move: (from, to) => run('UPDATE records SET id = ? WHERE id = ?', place(to), place(from)),
    remove: (sq) => run('DELETE FROM records WHERE id = ?', place(sq)),
    add: (sq, type, line) =>
      run('INSERT INTO records (id, type, line) VALUES (?, ?, ?)', place(sq), type, line),
    async state(key, change) {
      const [row] = await all<{ value: string }>('SELECT value FROM state WHERE key = ?', key);
      const changed = change(JSON.parse(row!.value) as Parameters<typeof change>[0]);
      await run('UPDATE state SET value = ? WHERE key = ?', JSON.stringify(changed), key);
    },
  });
  for (const { sql } of guards) await run(sql);
  await db.close();
}
