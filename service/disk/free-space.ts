/** How much room the file system of the data root has left: a warning comes before the disk is full. */
import { EventEmitter } from 'node:events';
import { statfsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Problem } from '../wire.ts';

/** Below this much free space somebody has to make room: a month of a busy shop, bytes. */
const LOW_BYTES = 200_000_000;
/** The warning ends only when there is clearly more. */
const ENOUGH_BYTES = 250_000_000;
/** So little is as good as nothing: a database needs several pages for one record, bytes. */
const FULL_BYTES = 1_000_000;
const LOOK_MS = 30_000;

/** Bytes that a program without privileges may still write to the file system of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

/** Bytes that are free on the file system of a folder, and its size; null where the system does not tell. */
export async function spaceOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, bsize, blocks } = await fs.statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

/** True when hardly anything can be written any more. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < FULL_BYTES;
  } catch {
    return false; // nothing is known then, and nothing is claimed
  }
}

/** Tries whether a folder takes a megabyte, down to the disk. */
export async function canWrite(folder: string): Promise<boolean> {
  const file = path.join(folder, 'probe.tmp');
  try {
    const handle = await fs.open(file, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(FULL_BYTES, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await fs.rm(file, { force: true }).catch(() => undefined);
  }
}

/** Watches the free space. Emits `changed` when its problem comes, says another number or goes. */
export class FreeSpace extends EventEmitter<{ changed: [] }> {
  private readonly free: () => Promise<number>;
  private readonly log: Log;
  private timer: NodeJS.Timeout | undefined;
  private bytes = Infinity;
  private isLow = false;

  /** @param free bytes left, such as {@link freeBytes} of the data root */
  constructor(free: () => Promise<number>, log: Log) {
    super();
    this.free = free;
    this.log = log;
  }

  /** Looks now and from time to time. */
  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK_MS);
    this.timer.unref();
    void this.look();
  }

  /** Looks no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  /** Looks once. */
  async look(): Promise<void> {
    const before = this.megabytes;
    try {
      this.bytes = await this.free();
    } catch (error) {
      this.log.debug(`disk: free space unknown: ${(error as Error).message}`);
      return;
    }
    const isLow = this.bytes < (this.isLow ? ENOUGH_BYTES : LOW_BYTES);
    const isNews = isLow !== this.isLow;
    this.isLow = isLow;
    if (isNews || (isLow && this.megabytes !== before)) this.emit('changed');
    if (!isNews) return;
    if (isLow) this.log.warn(`disk: only ${this.megabytes} MB are free`);
    else this.log.info(`disk: ${this.megabytes} MB are free again`);
  }

  /** A warning when little is left. */
  get problems(): Problem[] {
    return this.isLow ? [{ code: 'DISK_LOW', severity: 'warning', params: { free: this.megabytes } }] : [];
  }

  private get megabytes(): number {
    return Math.floor(this.bytes / 1_000_000);
  }
}
