/** Watches over what the data root takes: measures it now and then, and cleans it every hour (doc 2, Limits). */
import { EventEmitter } from 'node:events';
import type { Clock } from '../clock.ts';
import type { Problem } from '../wire.ts';
import { clean, measure, type CleaningServices } from './cleaning.ts';
import { defaultKeep } from './moments.ts';
import { exceeds, megabytes, Usage } from './usage.ts';
import { walk, type Entry } from './walk.ts';

const DISK_CHECK_MS = 3_600_000;
/** How old the number in /state may become. */
const FRESH_MS = 60_000;
/** Measuring rests this many times as long as it took: whoever asks all the time must not make it a load. */
const REST = 10;

/** What the disk is watched with. */
export interface DiskServices extends CleaningServices {
  clock: Clock;
  /** Megabytes that the data root may take. */
  quota(): number;
  /** Told of each measurement, in bytes. */
  measured?: (bytes: number) => void;
}

/** The data root's disk space. Emits `changed` when its problem comes or goes. */
export class Disk extends EventEmitter<{ changed: [] }> {
  private readonly services: DiskServices;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private last = new Usage();
  private measuredAt = -Infinity;
  private took = 0;
  private measuring: Promise<Usage> | null = null;
  private cleaning: Promise<unknown> = Promise.resolve();
  /** The last cleaning could not do more. */
  private isExhausted = false;

  constructor(services: DiskServices) {
    super();
    this.services = services;
  }

  /**
   * Measures, and cleans every hour from now on. Not at once: the journal's files
   * are held against the database after a start, and may not be whole before.
   */
  start(): void {
    this.timer = setInterval(() => {
      this.clean().catch((error: unknown) => this.failed(error));
    }, DISK_CHECK_MS);
    this.timer.unref();
    this.usage().catch((error: unknown) => this.failed(error));
  }

  /** Megabytes in use as last measured; a number that has become old is measured anew behind the scenes. */
  get megabytes(): number {
    if (this.age > FRESH_MS) this.usage().catch((error: unknown) => this.failed(error));
    return megabytes(this.last.bytes);
  }

  /** Megabytes that the data root may take. */
  get quota(): number {
    return this.services.quota();
  }

  /** Says so when the data root takes more than its quota and cleaning cannot help. */
  problems(): Problem[] {
    const [used, { quota }] = [this.last.bytes, this];
    if (!this.isExhausted || !exceeds(used, quota)) return [];
    return [{ code: 'DISK_QUOTA', severity: 'warning', params: { used: megabytes(used), quota } }];
  }

  /** The quota of the profile has changed: cleans to it, and finds out whether that is enough. */
  quotaChanged(): void {
    this.clean().catch((error: unknown) => this.failed(error));
  }

  /** What the folders take. Whoever asks while it is measured, or right after, gets the same answer. */
  async usage(): Promise<Usage> {
    if (this.age < REST * this.took) return this.last;
    this.measuring ??= this.timed(() => measure(this.services.root, this.stopping.signal)).finally(
      () => (this.measuring = null),
    );
    return this.measuring;
  }

  /** All files and folders, as they are found. */
  entries(): AsyncGenerator<Entry> {
    return walk(this.services.root, this.stopping.signal);
  }

  /**
   * Cleans, one after the other.
   * @param order `quota`: MB, as in the profile when missing; `keepFrom`: logs
   * changed since then stay (ms since 1970), three full months when missing
   * @returns what the folders take afterwards
   */
  clean(order: { quota?: number | undefined; keepFrom?: number | undefined } = {}): Promise<Usage> {
    const next = this.cleaning.then(() =>
      this.timed(async () => {
        const now = this.services.clock.now();
        const { quota = this.quota, keepFrom = defaultKeep(now) } = order;
        const after = await clean(this.services, { quota, keepFrom, now }, this.stopping.signal);
        this.isExhausted = exceeds(after.bytes, quota);
        return after;
      }),
    );
    next.then(
      () => this.emit('changed'),
      () => undefined,
    );
    this.cleaning = next.catch(() => undefined);
    return next;
  }

  /** Stops at the next file and waits for it. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.cleaning;
    await this.measuring?.catch(() => undefined);
  }

  /** Time since the last measuring ended, ms. */
  private get age(): number {
    return performance.now() - this.measuredAt;
  }

  private async timed(look: () => Promise<Usage>): Promise<Usage> {
    this.stopping.signal.throwIfAborted();
    const start = performance.now();
    try {
      this.last = await look();
      this.services.measured?.(this.last.bytes);
      return this.last;
    } finally {
      this.measuredAt = performance.now();
      this.took = this.measuredAt - start;
    }
  }

  private failed(error: unknown): void {
    if (!this.stopping.signal.aborted) this.services.log.error('disk: the check failed', error);
  }
}
