/** Fills a database from the journal files of all registers. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Cfg } from '../../receipt/cfg.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { lastSqOf, readSegmentName } from '../segments/name.ts';
import { readFolder } from '../segments/read.ts';
import { Filling, type Writes } from './filling.ts';

/** Where the files are, and who wants to know how far it is. */
export interface FoldersOptions {
  /** Folder of all registers, with `<name>/jou` in it. */
  registers: string;
  /** Digits of a register's currency. */
  digitsOf: (cfg: Cfg) => number;
  /**
   * Called now and then with the folder, the records read of all folders, and how
   * many there are at most. What it throws ends the work.
   */
  progress: (folder: string, records: number, total: number) => void;
}

/**
 * Writes the records of all folders.
 * @param fillings gets each register by its name
 * @throws DamagedFileError
 */
export async function fillFromFolders(
  writes: Writes,
  fillings: Map<string, Filling>,
  options: FoldersOptions,
): Promise<void> {
  const folders = await foldersOf(options.registers);
  let [total, before] = [0, 0];
  for (const folder of folders) total += await mostRecordsIn(folder);
  for (const folder of folders) {
    const progress = (records: number) => options.progress(folder, before + records, total);
    const filling = await fillFromFolder(writes, folder, fillings, { ...options, progress });
    if (!filling) continue;
    fillings.set(filling.register.rn, filling);
    before += filling.register.records;
  }
}

/** Records that the files of a folder hold if the last one is full, too; no more than that is known before they are read. */
async function mostRecordsIn(folder: string): Promise<number> {
  let last = 0;
  for (const name of await fs.readdir(folder)) {
    const read = readSegmentName(name);
    if (read) last = Math.max(last, lastSqOf(read.segment));
  }
  return last;
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

async function fillFromFolder(
  writes: Writes,
  folder: string,
  others: ReadonlyMap<string, Filling>,
  options: Pick<FoldersOptions, 'digitsOf'> & { progress: (records: number) => void },
): Promise<Filling | null> {
  const leftOut: string[] = [];
  let filling: Filling | null = null;
  const lines = readFolder(folder, {
    unfinished: (place) => leftOut.push(`${place} was not written to its end`),
    damaged: (file, reason) => leftOut.push(`${file}, because ${reason}`),
  });
  for await (const some of lines) {
    for (const line of some) {
      const { RN } = line.record;
      if (!filling && others.has(RN))
        throw new DamagedFileError(`${folder} is a second folder of register ${RN}`);
      filling ??= new Filling(writes, RN, options.digitsOf);
      const written = filling.take(line);
      if (written) await written;
    }
    if (filling) options.progress(filling.register.records);
  }
  await filling?.end();
  filling?.register.leftOut.push(...leftOut);
  return filling;
}
