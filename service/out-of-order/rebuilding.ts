/** Makes the database anew from the journal files while the service answers that it is out of order. */
import type { Cfg } from '../receipt/cfg.ts';
import { EventEmitter } from 'node:events';
import { offsetTime, type Clock } from '../clock.ts';
import { rebuild, type Rebuilt } from '../journal/rebuild/rebuild.ts';
import type { JournalPlace } from '../journal/lost.ts';
import { DamagedFileError } from '../journal/segments/damaged.ts';
import type { Log } from '../log.ts';
import { causeOf } from '../register/outage.ts';
import type { Problem, RebuildStatus } from '../wire.ts';

/**
 * Does work that needs the journal closed, while nobody tries to open it, and then tries.
 * @returns null when it was open by then
 */
export type Alone = <T>(work: () => Promise<T>) => Promise<T | null>;

/** What is rebuilt, and how nobody else uses it meanwhile. */
export interface RebuildPlace {
  place: JournalPlace;
  /** Digits of a register's currency. */
  digitsOf: (cfg: Cfg) => number;
  alone: Alone;
}

/** Time between two looks of the page at how far it is. */
const TELL_MS = 500;
/** Registers whose last numbers the page names. */
const MOST_NAMED = 3;

const NONE: RebuildStatus = {
  ...{ State: 'none', Records: 0, Registers: [], Kept: null, Missing: null },
  ...{ Message: '', Started: null, Ended: null },
};

/** The rebuild of a service. Emits `changed` when {@link Rebuilding.problems} says something else. */
export class Rebuilding extends EventEmitter<{ changed: [] }> {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly stopping = new AbortController();
  private current: RebuildStatus = NONE;
  private told = 0;

  constructor(clock: Clock, log: Log) {
    super();
    this.clock = clock;
    this.log = log;
  }

  /** How far the last one is. */
  get status(): RebuildStatus {
    return this.current;
  }

  /** True until it has come to an end. */
  get isRunning(): boolean {
    return this.current.State === 'running';
  }

  /** What the status page shows of it. */
  get problems(): Problem[] {
    const { State, Records, Registers, Kept, Missing, Message } = this.current;
    switch (State) {
      case 'none':
        return [];
      case 'running':
        return [{ code: 'REBUILDING', severity: 'stop', params: { records: Records } }];
      case 'failed':
        return [{ code: 'REBUILD_FAILED', severity: 'warning', params: { reason: Message } }];
      case 'done': {
        const more = Registers.length > MOST_NAMED ? ', …' : '';
        const last = Registers.slice(0, MOST_NAMED).map(
          ({ RN, LastFN, LastD }) => `${RN}: ${LastFN ?? '-'} (${LastD.replace('T', ' ')})`,
        );
        const params = {
          ...{ records: Records, last: `${last.join(', ')}${more}` },
          ...(Kept !== null && { file: Kept, reason: Missing ?? '' }),
        };
        return Missing === null
          ? [{ code: 'REBUILT', severity: 'info', params }]
          : [{ code: 'REBUILT_UNSURE', severity: 'warning', params }];
      }
    }
  }

  /** Begins, unless one is running. Resolves when it has come to its end; never rejects. */
  async run({ place, digitsOf, alone }: RebuildPlace): Promise<void> {
    if (this.isRunning) return;
    this.set({ ...NONE, State: 'running', Started: this.now() });
    this.log.warn('the database is being made anew from the journal files, as was asked for');
    const before = new Map<string, number>();
    const progress = (folder: string, records: number) => {
      this.stopping.signal.throwIfAborted();
      before.set(folder, records);
      const Records = [...before.values()].reduce((sum, count) => sum + count, 0);
      this.current = { ...this.current, Records };
      if (performance.now() - this.told > TELL_MS) this.tell();
    };
    const { file: journalFile, registers } = place;
    try {
      const rebuilt = await alone(() => rebuild({ journalFile, registers, digitsOf, progress }));
      this.set(rebuilt === null ? NONE : this.ended(rebuilt));
    } catch (error) {
      this.failed(error as Error);
    }
  }

  /** Breaks off what is under way: nothing was changed then. */
  stop(): void {
    this.stopping.abort(new Error('the service was stopped'));
  }

  /** Says what came of it. */
  private ended({ registers, kept, missing }: Rebuilt): RebuildStatus {
    const Registers = registers.map(({ rn, records, lastAt, lastFN, fromOld, leftOut }) => ({
      ...{ RN: rn, Records: records, LastD: lastAt, LastFN: lastFN },
      ...{ FromOld: fromOld, LeftOut: leftOut },
    }));
    const Records = registers.reduce((sum, { records }) => sum + records, 0);
    this.log.info(`the database was made anew: ${Records} records; the old one is ${kept ?? 'gone'}`);
    const end = { Kept: kept, Missing: missing.proven ? null : missing.reason, Ended: this.now() };
    return { ...this.current, ...end, State: 'done', Records, Registers };
  }

  private failed(error: Error): void {
    const isKnown = error instanceof DamagedFileError || causeOf(error) !== null;
    if (!isKnown) this.log.error('the database was not made anew', error);
    else this.log.warn(`the database was not made anew: ${error.message}`);
    this.set({ ...this.current, State: 'failed', Message: error.message, Ended: this.now() });
  }

  private now(): string {
    return offsetTime(this.clock.now());
  }

  private set(status: RebuildStatus): void {
    this.current = status;
    this.tell();
  }

  private tell(): void {
    this.told = performance.now();
    this.emit('changed');
  }
}
