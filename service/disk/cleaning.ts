/**
 * Makes room in the data root (doc 2, POST /disk/clean and Limits). Deleted are
 * old logs and nothing else; the journal makes room by archiving, and loses
 * nothing by it. Database, keys, settings, certificates and requests are never touched.
 */
import type { Log } from '../log.ts';
import { deleteFile, isOldLog, isUnfinished } from './files.ts';
import { exceeds, megabytes, Usage } from './usage.ts';
import { walk, type Entry } from './walk.ts';

/** What cleaning is to reach. */
export interface Order {
  /** Megabytes that the data root may take. */
  quota: number;
  /** Logs changed since then stay, ms since 1970. */
  keepFrom: number;
  /** ms since 1970. */
  now: number;
}

/** What is cleaned, and with what. */
export interface CleaningServices {
  root: string;
  log: Log;
  /**
   * Has the journal make room, as long as it is asked to go on.
   * @returns bytes that the disk has won, step by step
   */
  makeRoom(signal: AbortSignal): AsyncIterable<number>;
}

/** Cleaning goes down to this part of the quota, and the journal makes room from there on. */
const TARGET = 0.8;
/** An unfinished file may be in the making. */
const SETTLED_MS = 3_600_000;

/**
 * Cleans a data root once.
 * @returns what the folders take afterwards
 */
export async function clean(services: CleaningServices, order: Order, signal: AbortSignal): Promise<Usage> {
  const { root, log } = services;
  const { usage, logs, unfinished } = await look(root, order, signal);
  const target = order.quota * TARGET;
  let bytes = usage.bytes;
  let deleted = 0;

  for (const entry of unfinished) if (await deleteFile(root, entry)) bytes -= entry.size;
  if (exceeds(bytes, order.quota)) {
    for (const entry of logs.sort(oldestFirst)) {
      signal.throwIfAborted();
      if (!exceeds(bytes, target)) break;
      if (!(await deleteFile(root, entry))) continue;
      bytes -= entry.size;
      deleted += 1;
    }
  }
  let after = bytes === usage.bytes ? usage : await measure(root, signal);
  let won = 0;
  if (exceeds(after.bytes, target)) {
    bytes = after.bytes;
    for await (const step of services.makeRoom(signal)) {
      won += step;
      bytes -= step;
      if (exceeds(bytes, target)) continue;
      // By its own count it is enough; but sales went on meanwhile.
      after = await measure(root, signal);
      if (!exceeds(after.bytes, target)) break;
      ({ bytes } = after);
    }
    if (won > 0) after = await measure(root, signal);
  }

  const now = `${megabytes(after.bytes)} of ${order.quota} MB in use`;
  if (deleted > 0 || won > 0)
    log.info(`disk: deleted ${deleted} old logs, the journal made room of ${megabytes(won)} MB; ${now}`);
  if (exceeds(after.bytes, order.quota)) log.warn(`disk: ${now}, and nothing more may be deleted`);
  return after;
}

/** What the folders take. */
export async function measure(root: string, signal: AbortSignal): Promise<Usage> {
  const usage = new Usage();
  for await (const entry of walk(root, signal)) usage.add(entry);
  return usage;
}

interface Found {
  usage: Usage;
  logs: Entry[];
  unfinished: Entry[];
}

async function look(root: string, { keepFrom, now }: Order, signal: AbortSignal): Promise<Found> {
  const found: Found = { usage: new Usage(), logs: [], unfinished: [] };
  for await (const entry of walk(root, signal)) {
    found.usage.add(entry);
    if (isOldLog(entry) && entry.modified < keepFrom) found.logs.push(entry);
    else if (isUnfinished(entry) && entry.modified < now - SETTLED_MS) found.unfinished.push(entry);
  }
  return found;
}

function oldestFirst(a: Entry, b: Entry): number {
  return a.modified - b.modified;
}
