/** A search for devices that a person has started, and what it has found so far. */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Finder, Search } from './contract.ts';
import { discover, FINDERS } from './discover.ts';

/** A way that has not answered by then is not waited for, ms. */
const MOST_MS = 10_000;
/** A network full of devices makes no endless page. */
const MOST_FOUND = 100;

/** Emits `changed` with every way that has answered. One search at a time. */
export class DeviceSearch extends EventEmitter<{ changed: [] }> {
  private readonly finders: readonly Finder[];
  private readonly log: Pick<Log, 'error'>;
  private searching: Promise<void> | null = null;
  private searches: Search[] = [];
  private began: number | null = null;

  constructor(log: Pick<Log, 'error'>, finders: readonly Finder[] = FINDERS) {
    super();
    this.log = log;
    this.finders = finders;
  }

  get isRunning(): boolean {
    return this.searching !== null;
  }

  /** Ways that are looked in. */
  get ways(): number {
    return this.finders.length;
  }

  /** What has been found, by way, in the order in which they answered. */
  get found(): readonly Search[] {
    return this.searches;
  }

  /** When the last one began, ms since 1970. */
  get at(): number | null {
    return this.began;
  }

  /** Begins to look; does nothing while it is looking. @param now ms since 1970 */
  start(now: number): void {
    if (this.searching) return;
    this.searches = [];
    this.began = now;
    this.searching = this.search().finally(() => {
      this.searching = null;
      this.emit('changed');
    });
    this.emit('changed');
  }

  private async search(): Promise<void> {
    const searches: Search[] = [];
    this.searches = searches;
    const done = new AbortController();
    const telling = this.finders.map((find): Finder => async (signal) => {
      const search = await find(signal);
      searches.push({ ...search, devices: search.devices.slice(0, MOST_FOUND) });
      this.emit('changed');
      return search;
    });
    const late = pause(MOST_MS, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    const all = discover(telling).catch((error: unknown) =>
      this.log.error('looking for devices failed', error),
    );
    await Promise.race([all, late]);
    done.abort();
  }
}
