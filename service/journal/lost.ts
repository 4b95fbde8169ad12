/** A database that is gone while there are traces of it. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Journal } from './journal.ts';
import { allSteps, lastKept, resumeExchange } from './rebuild/exchange.ts';
import { readSegmentName } from './segments/name.ts';

/** Going on would give every number a second time; the message says what to do. */
export class JournalLostError extends Error {}

/** Where the journal is, and what lies beside it. */
export interface JournalPlace {
  /** The database; of PostgreSQL its name. */
  file: string;
  /** Holds the registers' folders, `rn`. */
  registers: string;
  dataRoot: string;
  /** The database is on PostgreSQL. */
  isPostgres?: boolean;
}

/**
 * Before the database is opened: ends the exchange of a rebuild that was
 * interrupted, and refuses to begin anew where there was a database.
 * @returns what was done, for the log; null for nothing
 * @throws JournalLostError
 */
export async function findJournal(place: JournalPlace): Promise<string | null> {
  const { file } = place;
  const kept = await allSteps(resumeExchange(file));
  if (kept !== undefined) {
    return `a rebuild of the journal was interrupted and is finished now; the old database is ${kept ?? 'lost'}`;
  }
  if (await exists(file)) return null;
  const old = await lastKept(file);
  const found = await journalFileIn(place.registers);
  if (found !== null) {
    const also = old === null ? '' : ` (and the database of before a rebuild, ${path.basename(old)})`;
    throw new JournalLostError(`${file} is missing, but ${thereAre(found, also, place)}`);
  }
  if (old === null) return null;
  throw new JournalLostError(
    `${file} is missing, but there is the database of before a rebuild (${path.basename(old)}) and no journal ` +
      'file: going on would give numbers twice. Put a backup back, or that database under its old name',
  );
}

/**
 * Refuses an empty database beside journal files.
 * @throws JournalLostError
 */
export async function refuseLostJournal(journal: Journal, place: JournalPlace): Promise<void> {
  if (journal.registerNames().length > 0) return;
  const found = await journalFileIn(place.registers);
  if (found !== null) throw new JournalLostError(`the journal is empty, but ${thereAre(found, '', place)}`);
}

function thereAre(found: string, also: string, place: JournalPlace): string {
  return `there are journal files (${path.join('rn', found)})${also}: ${rebuildAdvice(place)}`;
}

/** What to do where going on would be wrong. */
export function rebuildAdvice({
  dataRoot,
  isPostgres = false,
}: Pick<JournalPlace, 'dataRoot' | 'isPostgres'>): string {
  if (isPostgres) {
    return (
      'going on would give numbers twice. Lead to the database that has them, or stop all instances and fill an ' +
      `empty one: npm run rebuild -- --data-root ${dataRoot} --postgres`
    );
  }
  return `going on would give numbers twice. Run: npm run rebuild -- --data-root ${dataRoot}`;
}

/** A journal file of any register; null when there is none. */
async function journalFileIn(registers: string): Promise<string | null> {
  for (const register of await fs.readdir(registers).catch(() => [])) {
    const files = await fs.readdir(path.join(registers, register, 'jou')).catch(() => []);
    const found = files.find((file) => readSegmentName(file) !== null);
    if (found !== undefined) return path.join(register, 'jou', found);
  }
  return null;
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}
