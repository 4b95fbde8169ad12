/**
 * Puts a rebuilt database in the place of the old one, step by step. A crash after
 * any of them leaves what can be told by the names of the files, and the next
 * start goes on from there:
 *
 * - `journal.db.rebuild` is being filled. It counts for nothing.
 * - `journal.db.rebuilt-<n>` is complete, and takes the place of the old one.
 * - `journal.db.before-rebuild-<n>`, with its write-ahead log, is the old one.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

/** The file that is being filled. */
export function unfinishedFile(journalFile: string): string {
  return `${journalFile}.rebuild`;
}

/**
 * Puts the filled file, which is closed and complete, in the place of the old one.
 * It may be left after any step: {@link resumeExchange} goes on from there.
 * @returns where the old database is, null when there was none
 */
export async function* exchange(journalFile: string): AsyncGenerator<void, string | null> {
  const n = await freeNumber(journalFile);
  await fs.rename(unfinishedFile(journalFile), `${journalFile}.rebuilt-${n}`);
  await syncFolder(path.dirname(journalFile));
  yield;
  return yield* exchangeFrom(journalFile, n);
}

/** A rebuilt database that has not come to its place; null when there is none. */
export async function interruptedExchange(journalFile: string): Promise<string | null> {
  const n = await interruptedNumber(journalFile);
  return n === null ? null : `${journalFile}.rebuilt-${n}`;
}

/**
 * Ends an exchange that was interrupted, step by step. Nobody may have the database open.
 * @returns where the old database is; null when there was none, undefined when nothing was interrupted
 */
export async function* resumeExchange(journalFile: string): AsyncGenerator<void, string | null | undefined> {
  const n = await interruptedNumber(journalFile);
  return n === null ? undefined : yield* exchangeFrom(journalFile, n);
}

/** Takes all steps of an exchange. */
export async function allSteps<T>(steps: AsyncGenerator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
  }
}

async function* exchangeFrom(journalFile: string, n: number): AsyncGenerator<void, string | null> {
  const kept = await placeOfOld(journalFile, n);
  // The log first: beside a new database it would be taken for that one's.
  if (await exists(`${journalFile}-wal`)) await fs.rename(`${journalFile}-wal`, `${kept}-wal`);
  yield;
  if (await exists(journalFile)) await fs.rename(journalFile, kept);
  yield;
  await fs.rm(`${journalFile}-shm`, { force: true });
  yield;
  await fs.rename(`${journalFile}.rebuilt-${n}`, journalFile);
  await syncFolder(path.dirname(journalFile));
  yield;
  return (await exists(kept)) ? kept : null;
}

/** Where the old database goes. Its log may be there already; another database may have come to its place since. */
async function placeOfOld(journalFile: string, n: number): Promise<string> {
  const place = `${journalFile}.before-rebuild-${n}`;
  const isTaken = (await exists(place)) && (await exists(journalFile));
  return isTaken ? `${journalFile}.before-rebuild-${await freeNumber(journalFile)}` : place;
}

/** A number that no file of an earlier rebuild has. */
async function freeNumber(journalFile: string): Promise<number> {
  const taken = (await names(journalFile, 'before-rebuild')).concat(await names(journalFile, 'rebuilt'));
  return Math.max(0, ...taken) + 1;
}

async function interruptedNumber(journalFile: string): Promise<number | null> {
  return (await names(journalFile, 'rebuilt'))[0] ?? null;
}

/** The database that was there before the last rebuild; null when there was none. */
export async function lastKept(journalFile: string): Promise<string | null> {
  const numbers = await names(journalFile, 'before-rebuild');
  for (const n of numbers.sort((a, b) => b - a)) {
    const file = `${journalFile}.before-rebuild-${n}`;
    if (await exists(file)) return file;
  }
  return null;
}

/** The numbers of the files of a kind, logs of old databases included. */
async function names(journalFile: string, kind: 'rebuilt' | 'before-rebuild'): Promise<number[]> {
  const found = new Set<number>();
  for (const name of await fs.readdir(path.dirname(journalFile)).catch(() => [])) {
    const beginning = `${path.basename(journalFile)}.${kind}-`;
    if (!name.startsWith(beginning)) continue;
    // A rebuilt database was closed: it has no log.
    const end = kind === 'rebuilt' ? /^([1-9]\d{0,8})$/ : /^([1-9]\d{0,8})(-wal)?$/;
    const m = end.exec(name.slice(beginning.length));
    if (m) found.add(Number(m[1]));
  }
  return [...found];
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

/** Makes new names durable; Windows does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
