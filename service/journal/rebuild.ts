/** Makes the database anew from the journal files, when it was lost or damaged. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { sumsOf, type Sums } from '../receipt/sums.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { isTree } from '../receipt/tree.ts';
import { toRow, type Row } from './row.ts';
import { DamagedFileError } from './segments/damaged.ts';
import { readFolder } from './segments/read.ts';
import { openStore, type Store } from './store.ts';

/** Where to rebuild, and who wants to know how far it is. */
export interface RebuildOptions {
  /** The database. */
  journalFile: string;
  /** Folder of all registers, with `<name>/jou` in it. */
  registers: string;
  /** Digits of a country's currency. */
  digitsOf: (country: string) => number;
  /** Called now and then with the records read of a folder. */
  progress: (folder: string, records: number) => void;
}

/** A register that was rebuilt. */
export interface RebuiltRegister {
  rn: string;
  /** Number of records; also the last SQ. */
  records: number;
  /** Time of the last record. */
  lastAt: string;
  /** Fiscal number of the last document that has one. */
  lastFN: string | null;
  /** Place of a last line that was not written to its end, and is not in the database therefore. */
  unfinished: string | null;
}

/** What was rebuilt. */
export interface Rebuilt {
  registers: RebuiltRegister[];
  /** Where the database is that was there before; null when there was none. */
  kept: string | null;
}

/** Records of a commit. */
const BATCH = 200;

/**
 * Rebuilds the database in a file of its own and exchanges the two when all is
 * well; else the old one stays as it is. Nobody may use the data root meanwhile.
 * @throws DamagedFileError
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { journalFile } = options;
  const unfinished = `${journalFile}.rebuild`;
  await removeDatabase(unfinished);
  try {
    const registers = await fill(unfinished, options);
    return { registers, kept: await exchange(unfinished, journalFile) };
  } catch (error) {
    await removeDatabase(unfinished);
    throw error;
  }
}

async function fill(file: string, options: RebuildOptions): Promise<RebuiltRegister[]> {
  const store = await openStore(file);
  try {
    const rebuilt: RebuiltRegister[] = [];
    for (const folder of await foldersOf(options.registers)) {
      const register = await fillRegister(store, folder, rebuilt, options);
      if (register) rebuilt.push(register);
    }
    return rebuilt;
  } finally {
    await store.close();
  }
}

/** Folders with journal files; of registers whose names clash in the order in which they began. */
async function foldersOf(registers: string): Promise<string[]> {
  const names = await fs.readdir(registers);
  // A folder that does not have the plain name of its register begins with `_` and a number.
  const order = new Intl.Collator('en', { numeric: true });
  const isPlain = (name: string) => !name.startsWith('_');
  names.sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)) || order.compare(a, b));
  const folders: string[] = [];
  for (const name of names) {
    const folder = path.join(registers, name, 'jou');
    if (await fs.stat(folder).catch(() => null)) folders.push(folder);
  }
  return folders;
}

async function fillRegister(
  store: Store,
  folder: string,
  others: readonly RebuiltRegister[],
  options: RebuildOptions,
): Promise<RebuiltRegister | null> {
  let register: RebuiltRegister | null = null;
  let unfinished: string | null = null;
  let rows: Row[] = [];
  let digits = 2;
  for await (const { record, changes, place } of readFolder(folder, (at) => (unfinished = at))) {
    if (!register && others.some(({ rn }) => rn === record.RN)) {
      throw new DamagedFileError(`${folder} is a second folder of register ${record.RN}`);
    }
    digits = digitsFrom(record, options) ?? digits;
    rows.push(toRow({ record, changes, sums: sumsIn(record, digits, place) }));
    register ??= { rn: record.RN, records: 0, lastAt: '', lastFN: null, unfinished: null };
    register.records++;
    register.lastAt = record.D;
    register.lastFN = record.ESR?.FN ?? register.lastFN;
    if (rows.length < BATCH) continue;
    await store.commit(rows);
    rows = [];
    options.progress(folder, register.records);
  }
  if (rows.length > 0) await store.commit(rows);
  return register && { ...register, unfinished };
}

/** Digits of the currency from a configuration on; null for other records. */
function digitsFrom(record: JournalRecord, options: RebuildOptions): number | null {
  if (record._ !== 'Cfg' || !isTree(record.Cfg)) return null;
  const { Cmp } = record.Cfg;
  return isTree(Cmp) && typeof Cmp.Ctry === 'string' ? options.digitsOf(Cmp.Ctry) : null;
}

function sumsIn(record: JournalRecord, digits: number, place: string): Sums | null {
  try {
    return sumsOf(record, digits);
  } catch (error) {
    throw new DamagedFileError(`${place} has an amount that is none (${(error as Error).message})`);
  }
}

/** Puts the new database in the place of the old one, which is kept with its write-ahead log. */
async function exchange(from: string, journalFile: string): Promise<string | null> {
  let n = 1;
  while (await exists(`${journalFile}.before-rebuild-${n}`)) n++;
  const kept = `${journalFile}.before-rebuild-${n}`;
  const hadOne = await exists(journalFile);
  // The log first: without its database it is nothing, but beside a new one it would be taken for that one's.
  for (const ending of ['-wal', '']) {
    if (await exists(journalFile + ending)) await fs.rename(journalFile + ending, kept + ending);
  }
  await fs.rm(`${journalFile}-shm`, { force: true });
  await fs.rename(from, journalFile);
  return hadOne ? kept : null;
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await fs.rm(file + ending, { force: true });
}

async function exists(file: string): Promise<boolean> {
  return fs.stat(file).then(
    () => true,
    () => false,
  );
}
