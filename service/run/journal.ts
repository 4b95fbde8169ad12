/** Opens the journal, on files or on PostgreSQL, and proves that it may be used. */
import { setTimeout } from 'node:timers/promises';
import { Archive } from '../journal/archive/archive.ts';
import { Journal } from '../journal/journal.ts';
import { findJournal, refuseLostJournal } from '../journal/lost.ts';
import { refuseOlderDatabase } from '../journal/older.ts';
import type { Instances } from '../instances/instances.ts';
import type { Ownership } from '../journal/postgres/ownership.ts';
import { markOn } from '../journal/postgres/rebuild.ts';
import { openPostgresStore } from '../journal/postgres/store.ts';
import { openStore, type Store } from '../journal/store.ts';
import { markIn, type RebuildMark } from '../journal/rebuild/mark.ts';
import type { Older } from '../mark/compare.ts';
import { olderSummary } from '../mark/marks.ts';
import { checkDatabase, provePermission } from '../out-of-order/check.ts';
import { WatchedStore } from '../out-of-order/watched-store.ts';
import type { Installation } from './installation.ts';
import { causeOfOpening, OutageError } from '../register/outage.ts';

/** `--demo` was given for a data root that holds a journal. */
export class DemoOnExistingError extends Error {}

/** How long selling waits at a start for the database to prove that it is whole; a larger one is checked meanwhile. */
const CHECK_MS = 500;
/** The longest time a timer takes. */
const FOREVER_MS = 2 ** 31 - 1;

/** A journal that may be used. */
export interface OpenedJournal {
  store: WatchedStore;
  journal: Journal;
  /** Of a rebuild. */
  mark: RebuildMark;
  /** It is older than what was registered here, and a manager has confirmed it. */
  isConfirmed: boolean;
  /** On PostgreSQL. */
  ownership: Ownership | null;
}

/**
 * Opens the journal.
 * @param again after an outage: waits until the whole database is checked
 * @throws OutageError when it cannot be used, {@link DemoOnExistingError}, and defects
 */
export async function openJournal(
  installation: Installation,
  again: boolean,
  signal: AbortSignal,
  isDiskFull: () => boolean,
): Promise<OpenedJournal> {
  const { instances } = installation;
  const ownership = instances && (await claim(installation, instances));
  const store = new WatchedStore(
    ownership ? await openPostgresStore({ url: instances.url, ownership }) : await openFile(installation),
    isDiskFull,
  );
  try {
    void ownership?.lost.then((lost) => store.giveUp(new OutageError('elsewhere', lost.message)));
    const journal = new Journal(store, installation.registersFolder, await Archive.countsOf(store));
    const mark = ownership
      ? markOn(store, instances.url, ownership)
      : markIn(installation.dataRoot.journalFile);
    const isConfirmed = await prove(installation, store, journal, { mark, again, signal });
    return { store, journal, mark, isConfirmed, ownership };
  } catch (error) {
    await closeUnusable(installation, store, error);
    throw error;
  }
}

/** Closes a journal that could not be opened, or with which nothing can work. */
export async function closeUnusable(
  { instances, log }: Installation,
  store: WatchedStore,
  error: unknown,
): Promise<void> {
  const cause = causeOfOpening(error);
  if (cause !== 'elsewhere' && cause !== 'unreachable') instances?.unusable();
  await store.close().catch((failed: unknown) => log.error('closing the journal failed', failed));
}

/** Opens the journal in its file. */
async function openFile(installation: Installation): Promise<Store> {
  const { journalFile } = installation.dataRoot;
  const found = await findJournal(installation.journalPlace);
  if (found !== null) installation.log.warn(found);
  await provePermission(journalFile);
  return openStore(journalFile, installation.isSynced);
}

/** Takes the journal on PostgreSQL, with settings that are those of the last owner. */
async function claim(installation: Installation, instances: Instances): Promise<Ownership> {
  const ownership = await instances.claim();
  if (ownership) return ownership;
  const why = 'another instance has changed settings or keys';
  installation.restart.ask(why);
  throw new OutageError('elsewhere', why);
}

/**
 * Refuses a journal that must not be used.
 * @returns whether it is older than its mark, and a manager has confirmed it
 */
async function prove(
  { dataRoot, instances, journalPlace, marks, options, log }: Installation,
  store: WatchedStore,
  journal: Journal,
  { mark, again, signal }: { mark: RebuildMark; again: boolean; signal: AbortSignal },
): Promise<boolean> {
  if (options.demo !== undefined && !again && journal.registerNames().length > 0) {
    throw new DemoOnExistingError(`data root ${dataRoot.root} holds data already; --demo needs an empty one`);
  }
  await refuseLostJournal(journal, journalPlace);
  await refuseOlderDatabase(journal, journalPlace);
  // What a rebuild may lack is made up for in any case.
  const isRebuilt = (await mark.read()) !== null;
  const older = isRebuilt ? [] : await marks.older(journal);
  const isConfirmed = marks.takeConfirmation();
  if (older.length > 0 && !isConfirmed) throw olderOutage(older);
  // PostgreSQL looks after its pages itself.
  if (instances) return older.length > 0;
  const checked = checkDatabase(dataRoot.journalFile, log);
  void checked.then((outage) => outage && store.giveUp(outage));
  const proven = new AbortController();
  const patience = setTimeout(again ? FOREVER_MS : CHECK_MS, null, {
    signal: AbortSignal.any([signal, proven.signal]),
    ref: false,
  });
  const outage = await Promise.race([checked, patience]);
  proven.abort();
  if (outage) throw outage;
  return older.length > 0;
}

/** Says that the journal is older than its mark. */
export function olderOutage(older: readonly Older[]): OutageError {
  const { marked, last } = older[0]!;
  const details = { rn: marked.RN, had: marked.SQ, at: marked.D.replace('T', ' '), have: last };
  return new OutageError('older', olderSummary(older), { details });
}
