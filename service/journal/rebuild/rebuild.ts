/** Makes the database anew from the journal files, when it was lost or damaged. */
import fs from 'node:fs/promises';
import { allSteps, exchange, resumeExchange, unfinishedFile } from './exchange.ts';
import { Filling, Writes, type RebuiltRegister } from './filling.ts';
import { fillFromFolders, type FoldersOptions } from './folders.ts';
import { markingStatement } from './mark.ts';
import { openOldDatabase, type OldDatabase } from './old.ts';
import { UnreadableJournalError } from '../read-only.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { openStore } from '../store.ts';

/** Where to rebuild, and who wants to know how far it is. */
export interface RebuildOptions extends FoldersOptions {
  /** The database. */
  journalFile: string;
}

/** What was rebuilt. */
export interface Rebuilt {
  registers: RebuiltRegister[];
  /** Where the database is that was there before; null when there was none. */
  kept: string | null;
  /** The old database could be read and shows that no record is missing; else why nothing shows that. */
  missing: { proven: true } | { proven: false; reason: string };
}

/**
 * Rebuilds the database in a file of its own and exchanges the two when all is
 * well; else the old one stays as it is. Nobody may use the data root meanwhile.
 * @throws DamagedFileError
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { journalFile } = options;
  await allSteps(resumeExchange(journalFile));
  const unfinished = unfinishedFile(journalFile);
  await clean(journalFile);
  try {
    const filled = await fill(unfinished, options);
    return { ...filled, kept: await allSteps(exchange(journalFile)) };
  } finally {
    await clean(journalFile);
  }
}

async function fill(file: string, options: RebuildOptions): Promise<Omit<Rebuilt, 'kept'>> {
  // It counts only when it is closed, and closing syncs it.
  const store = await openStore(file, () => false);
  const writes = new Writes(store);
  const fillings = new Map<string, Filling>();
  let missing: Rebuilt['missing'];
  try {
    await fillFromFolders(writes, fillings, options);
    missing = await fillFromOld(writes, fillings, options);
    // An empty database would let all numbers begin anew.
    if (fillings.size === 0) throw new DamagedFileError(`${options.registers} has no journal files`);
    if (!missing.proven) await store.write([[markingStatement(), {}]]);
  } finally {
    await writes.idle();
    await store.close();
  }
  if (await exists(`${file}-wal`)) throw new Error(`${file} was not closed; is another program reading it?`);
  return { registers: [...fillings.values()].map(({ register }) => register), missing };
}

/** Takes over what the old database has and the files do not have yet, if it can be read. */
async function fillFromOld(
  writes: Writes,
  fillings: Map<string, Filling>,
  options: RebuildOptions,
): Promise<Rebuilt['missing']> {
  const scratch = scratchFolder(options.journalFile);
  await fs.mkdir(scratch);
  const opened = await openOldDatabase(options.journalFile, scratch);
  if ('reason' in opened) return { proven: false, reason: opened.reason };
  try {
    return await takeFrom(opened.old, writes, fillings, options);
  } catch (error) {
    if (!(error instanceof UnreadableJournalError)) throw error;
    return { proven: false, reason: error.problem };
  } finally {
    await opened.old.close();
  }
}

async function takeFrom(
  old: OldDatabase,
  writes: Writes,
  fillings: Map<string, Filling>,
  options: RebuildOptions,
): Promise<Rebuilt['missing']> {
  const unknown = [...fillings.keys()].filter((rn) => !old.registers.has(rn));
  const reasons = unknown.map((rn) => `the old database does not have register ${rn}`);
  for (const rn of old.registers.keys()) {
    const filling = fillings.get(rn) ?? new Filling(writes, rn, options.digitsOf);
    try {
      const reason = await takeRest(old, filling);
      if (reason !== null) reasons.push(`${reason} (register ${rn})`);
    } finally {
      // What was read before a failure counts.
      await filling.end();
      if (filling.register.records > 0) fillings.set(rn, filling);
    }
  }
  return reasons.length === 0 ? { proven: true } : { proven: false, reason: reasons.join('; ') };
}

/** Takes the records of the old database behind the last one of the files; says why they prove nothing. */
async function takeRest(old: OldDatabase, filling: Filling): Promise<string | null> {
  const { rn, records } = filling.register;
  if (old.registers.get(rn)! < records) return 'the old database has fewer records than the files';
  if (records > 0 && (await old.lineAt(rn, records)) !== filling.lastLine) {
    return 'the old database has other records than the files';
  }
  for await (const line of old.linesBehind(rn, records)) {
    filling.register.fromOld++;
    const written = filling.take(line);
    if (written) await written;
  }
  return null;
}

/** Where the old database is copied to if it cannot be read where it is. */
function scratchFolder(journalFile: string): string {
  return `${unfinishedFile(journalFile)}-old`;
}

/** Removes what is unfinished; also that of a rebuild that crashed. */
async function clean(journalFile: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) {
    await fs.rm(unfinishedFile(journalFile) + ending, { force: true });
  }
  await fs.rm(scratchFolder(journalFile), { recursive: true, force: true });
}

async function exists(file: string): Promise<boolean> {
  return fs.stat(file).then(
    () => true,
    () => false,
  );
}
