/**
 * Makes room in the data root (doc 2, POST /disk/clean and Limits). Deleted are
 * old logs and nothing else. The journal's files are compressed, never deleted;
 * database, keys, settings, certificates and requests are never touched.
 */
import type { Log } from '../log.ts';
import { compressFile } from './compress.ts';
import { deleteFile, isOldLog, isUnfinished, segmentOf, stillThere } from './files.ts';
import { megabytes, Usage } from './usage.ts';
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

/** Cleaning goes down to this part of the quota, and journal files are compressed from there on. */
const TARGET = 0.8;
const BYTES_PER_MB = 1_000_000;
/** A segment's file may still be written after the next one was begun, an unfinished file be in the making. */
const SETTLED_MS = 3_600_000;

/**
 * Cleans a data root once.
 * @returns what the folders take afterwards
 */
export async function clean(root: string, order: Order, log: Log, signal: AbortSignal): Promise<Usage> {
  const { usage, logs, segments, unfinished } = await look(root, order, signal);
  const target = order.quota * BYTES_PER_MB * TARGET;
  let bytes = usage.bytes;
  let deleted = 0;
  let compressed = 0;

  for (const entry of unfinished) if (await deleteFile(root, entry)) bytes -= entry.size;
  if (bytes > order.quota * BYTES_PER_MB) {
    for (const entry of logs.sort(oldestFirst)) {
      signal.throwIfAborted();
      if (bytes <= target) break;
      if (!(await deleteFile(root, entry))) continue;
      bytes -= entry.size;
      deleted += 1;
    }
  }
  for (const entry of segments.sort(oldestFirst)) {
    signal.throwIfAborted();
    if (bytes <= target) break;
    const saved = await compress(root, entry, log, signal);
    if (saved === null) continue;
    bytes -= saved;
    compressed += 1;
  }

  const after = bytes === usage.bytes ? usage : await measure(root, signal);
  const now = `${megabytes(after.bytes)} of ${order.quota} MB in use`;
  if (deleted + compressed > 0)
    log.info(`disk: deleted ${deleted} old logs, compressed ${compressed} journal files; ${now}`);
  if (after.bytes > order.quota * BYTES_PER_MB) log.warn(`disk: ${now}, and nothing more may be deleted`);
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
  /** Segments that are complete and not compressed. */
  segments: Entry[];
  unfinished: Entry[];
}

async function look(root: string, { keepFrom, now }: Order, signal: AbortSignal): Promise<Found> {
  const found: Found = { usage: new Usage(), logs: [], segments: [], unfinished: [] };
  const newest = new Map<string, number>();
  for await (const entry of walk(root, signal)) {
    found.usage.add(entry);
    const settled = entry.modified < now - SETTLED_MS;
    const segment = segmentOf(entry);
    if (segment) newest.set(segment.folder, Math.max(segment.number, newest.get(segment.folder) ?? 0));
    if (segment && !segment.compressed && settled) found.segments.push(entry);
    else if (isOldLog(entry) && entry.modified < keepFrom) found.logs.push(entry);
    else if (isUnfinished(entry) && settled) found.unfinished.push(entry);
  }
  found.segments = found.segments.filter((entry) => {
    const { folder, number } = segmentOf(entry)!;
    return number < newest.get(folder)!;
  });
  return found;
}

/** @returns bytes that it saved; null when the file stays as it is */
async function compress(root: string, entry: Entry, log: Log, signal: AbortSignal): Promise<number | null> {
  const file = await stillThere(root, entry);
  if (file === null) return null;
  try {
    return entry.size - (await compressFile(file, signal));
  } catch (error) {
    signal.throwIfAborted();
    log.error(`disk: ${entry.path} stays as it is`, error);
    return null;
  }
}

function oldestFirst(a: Entry, b: Entry): number {
  return a.modified - b.modified;
}
