import { Bytes } from './bytes.ts';

/** What reaches the disk as one piece, and what the system writes back at once; bytes. */
export const sectorBytes = 512;
export const pageBytes = 4096;

/** Something done to a file that is not known to be on the disk. `at` orders all changes of a disk. */
export type Change =
  | { at: number; kind: 'write'; offset: number; bytes: Buffer }
  | { at: number; kind: 'truncate'; size: number };

/** What a power cut does to a change: on the disk, not there, or some of its sectors only. */
export type Fate = 'kept' | 'lost' | 'torn';

/**
 * A file as its process sees it, and what of it is on the disk for certain. The
 * system writes back pages: what is kept of a change brings along what its pages
 * held at that moment. Nobody knows whether pages of a failed sync are on the disk,
 * and the system does not write them again by itself.
 */
export class DiskFile {
  /** What the process sees, without the changes that are pending. */
  private readonly settled: Bytes;
  /** What the disk has in the pages that a failed sync lost, by number. */
  private readonly lost = new Map<number, Buffer>();
  /** Size on the disk, where a failed sync lost the growth. */
  private size: number;
  private changesPending: Change[] = [];
  /** Syncs under way, and how many changes there were when they began. */
  private readonly syncs = new Map<number, number>();
  private changes = 0;

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.settled = new Bytes(content);
    this.size = content.length;
  }

  /** Changes that a power cut may undo, oldest first. */
  get pending(): readonly Change[] {
    return this.changesPending;
  }

  /** What the process sees. */
  get seen(): Buffer {
    if (this.changesPending.length === 0) return this.settled.content;
    const seen = this.settled.copy();
    for (const change of this.changesPending) apply(change, seen);
    return seen.content;
  }

  change(change: Change): void {
    this.changesPending.push(change);
    this.changes++;
  }

  beginSync(sync: number): void {
    this.syncs.set(sync, this.changes);
  }

  /** All changes from before the sync are on the disk, but for the pages that an earlier one lost. */
  endSync(sync: number): void {
    for (const change of this.upTo(sync)) {
      apply(change, this.settled);
      if (change.kind === 'write') {
        for (const page of pagesOf(change)) this.lost.delete(page);
        this.size = Math.max(this.size, change.offset + change.bytes.length);
      } else {
        this.cutLost(change.size);
        this.size = change.size;
      }
    }
  }

  /**
   * The changes from before the sync count as written from now on, and may be lost: the first
   * number drawn says how likely each page is to get lost.
   */
  failSync(sync: number, random: () => number): void {
    const risk = [0, 0.5, 1][Math.floor(random() * 3)]!;
    for (const change of this.upTo(sync)) {
      if (change.kind === 'write') {
        for (const page of pagesOf(change)) {
          if (this.lost.has(page) || random() >= risk) continue;
          this.lost.set(page, this.settled.read(page * pageBytes, pageBytes));
        }
      } else this.cutLost(change.size);
      apply(change, this.settled);
    }
  }

  /** What is on the disk after a power cut. The file must not be used any more. */
  afterPowerCut(fateOf: (change: Change) => Fate, random: () => number): Buffer {
    const disk = this.settled.copy();
    for (const [page, bytes] of this.lost) {
      const start = page * pageBytes;
      if (start < disk.size) disk.write(bytes.subarray(0, Math.min(pageBytes, disk.size - start)), start);
    }
    if (disk.size > this.size && random() < 0.5) disk.resize(this.size);
    for (const change of this.changesPending) {
      apply(change, this.settled);
      const fate = fateOf(change);
      if (fate === 'lost') continue;
      if (change.kind === 'truncate') disk.resize(change.size);
      else writeBack(change, this.settled, disk, () => fate === 'kept' || random() < 0.5);
    }
    return disk.content;
  }

  private upTo(sync: number): Change[] {
    const count = this.changesPending.length - (this.changes - (this.syncs.get(sync) ?? 0));
    this.syncs.delete(sync);
    return this.changesPending.splice(0, Math.max(0, count));
  }

  private cutLost(size: number): void {
    for (const page of this.lost.keys()) if (page * pageBytes >= size) this.lost.delete(page);
  }
}

function apply(change: Change, content: Bytes): void {
  if (change.kind === 'write') content.write(change.bytes, change.offset);
  else content.resize(change.size);
}

/** Writes the sectors of all pages of a change that `reaches` picks; the size is as after the change. */
function writeBack(
  change: Change & { kind: 'write' },
  seen: Bytes,
  disk: Bytes,
  reaches: () => boolean,
): void {
  const end = change.offset + change.bytes.length;
  disk.resize(Math.max(disk.size, end));
  for (const page of pagesOf(change)) {
    const stop = Math.min((page + 1) * pageBytes, disk.size, seen.size);
    for (let sector = page * pageBytes; sector < stop; sector += sectorBytes) {
      if (!reaches()) continue;
      disk.write(seen.content.subarray(sector, Math.min(sector + sectorBytes, stop)), sector);
    }
  }
}

function pagesOf({ offset, bytes }: { offset: number; bytes: Buffer }): number[] {
  const first = Math.floor(offset / pageBytes);
  const last = Math.floor((offset + bytes.length - 1) / pageBytes);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
