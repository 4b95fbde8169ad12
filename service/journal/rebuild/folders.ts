/** Fills a database from the journal files of all registers. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Cfg } from '../../receipt/cfg.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { readFolder } from '../segments/read.ts';
import { Filling, type Writes } from './filling.ts';

/** Where the files are, and who wants to know how far it is. */
export interface FoldersOptions {
  /** Folder of all registers, with `<name>/jou` in it. */
  registers: string;
  /** Digits of a register's currency. */
  digitsOf: (cfg: Cfg) => number;
  /** Called now and then with the records read of a folder. */
  progress: (folder: string, records: number) => void;
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
  for (const folder of await foldersOf(options.registers)) {
    const filling = await fillFromFolder(writes, folder, fillings, options);
    if (filling) fillings.set(filling.register.rn, filling);
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

async function fillFromFolder(
  writes: Writes,
  folder: string,
  others: ReadonlyMap<string, Filling>,
  options: FoldersOptions,
): Promise<Filling | null> {
  const leftOut: string[] = [];
  let filling: Filling | null = null;
  const lines = readFolder(folder, {
    unfinished: (place) => leftOut.push(`${place} was not written to its end`),
    damaged: (file, reason) => leftOut.push(`${file}, because ${reason}`),
  });
  for await (const line of lines) {
    const { RN } = line.record;
    if (!filling && others.has(RN))
      throw new DamagedFileError(`${folder} is a second folder of register ${RN}`);
    filling ??= new Filling(writes, RN, options.digitsOf);
    const isWritten = await filling.take(line);
    if (isWritten) options.progress(folder, filling.register.records);
  }
  await filling?.end();
  filling?.register.leftOut.push(...leftOut);
  return filling;
}
