/**
 * A database that is older than the journal files beside it: its log was taken
 * away, or an old copy was put back. Lines are written after their records are
 * committed, so that files which go on behind the database tell of numbers that
 * it would give a second time.
 */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Journal } from './journal.ts';
import { JournalLostError, rebuildAdvice, type JournalPlace } from './lost.ts';
import { DamagedFileError } from './segments/damaged.ts';
import { firstSqOf, readSegmentName, segmentOf } from './segments/name.ts';
import { recordsOf } from './segments/read.ts';

const LINE_FEED = 0x0a;

/** What the service asks of the journal here. */
type Known = Pick<Journal, 'registerNames' | 'filesOf' | 'lastSq' | 'linesBetween'>;

/**
 * Refuses a database behind whose last record the files of a register go on.
 * Files that are no continuation of it are left to those that write them.
 * @throws JournalLostError
 */
export async function refuseOlderDatabase(journal: Known, place: JournalPlace): Promise<void> {
  const registers = new Map(journal.registerNames().map((rn) => [path.resolve(journal.filesOf(rn)), rn]));
  for (const name of await fs.readdir(place.registers).catch(() => [])) {
    const folder = path.resolve(place.registers, name, 'jou');
    const rn = registers.get(folder) ?? null;
    const last = rn === null ? 0 : await journal.lastSq(rn);
    const found = await goesOn(journal, folder, rn, last);
    if (found === null) continue;
    throw new JournalLostError(
      `${place.file} ends with SQ ${last} of register ${rn ?? name}, but ${path.relative(place.dataRoot, found)} ` +
        `goes on with SQ ${last + 1}: an older database was put back, or its log is missing. ${rebuildAdvice(place)}`,
    );
  }
}

/** The file of a folder that has the record behind the last one, and continues what the database has; null for none. */
async function goesOn(
  journal: Known,
  folder: string,
  rn: string | null,
  last: number,
): Promise<string | null> {
  const segment = segmentOf(last + 1);
  const names = await fs.readdir(folder).catch(() => []);
  const forms = names.filter((name) => readSegmentName(name)?.segment === segment).sort();
  // The plain file counts, as it does for those that write on.
  const [name] = forms;
  if (name === undefined) return null;
  const file = path.join(folder, name);
  // At every start, for every register: lines are read only where there are too many.
  const isPlain = readSegmentName(name)?.compressed === false;
  if (isPlain && (await linesIn(file)) <= last + 1 - firstSqOf(segment)) return null;
  try {
    for await (const lines of recordsOf(file, segment, () => undefined)) {
      for (const { record, text } of lines) {
        if (rn !== null && record.RN !== rn) return null;
        if (record.SQ === last && text !== (await lineOf(journal, rn!, last))) return null;
        if (record.SQ > last) return file;
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
  }
  return null;
}

/** Number of complete lines. */
async function linesIn(file: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
  }
  return count;
}

async function lineOf(journal: Known, rn: string, sq: number): Promise<string | undefined> {
  for await (const [line] of journal.linesBetween(rn, sq - 1, sq)) return line?.text;
  return undefined;
}
