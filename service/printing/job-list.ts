/**
 * The jobs of one register: what waits, what a person has to look at, what has
 * ended last. Each change is on disk before it counts.
 */
import { EventEmitter } from 'node:events';
import { localTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { JobFiles } from './job-files.ts';
import type { Job, JobContent, JobEnd } from './job.ts';

/** Jobs that have not ended: whoever has more has not looked for a long time, and wants no hour of old receipts. */
const MOST_JOBS = 200;
/** Jobs that have ended and are kept, to be looked at and printed again. */
const MOST_ENDED = 20;

/** What a list works with. */
export interface JobListOptions {
  files: JobFiles;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Emits `changed` when jobs are others. */
export class JobList extends EventEmitter<{ changed: [] }> {
  private readonly options: JobListOptions;
  private readonly jobs: Job[];
  private readonly past: Job[];
  private lastId: number;
  private newest: number;
  /** Jobs that a person decides about just now. */
  private readonly settling = new Set<number>();
  private writes: Promise<void> = Promise.resolve();

  private constructor(options: JobListOptions, jobs: readonly Job[]) {
    super();
    this.options = options;
    this.jobs = jobs.filter(({ state }) => state !== 'ended');
    this.past = jobs.filter(({ state }) => state === 'ended');
    this.lastId = Math.max(0, ...jobs.map(({ id }) => id));
    this.newest = Math.max(0, ...jobs.map(({ content }) => (content.kind === 'receipt' ? content.sq : 0)));
  }

  /** Takes up what was left. What was being sent when the service ended may be on paper. */
  static async open(options: JobListOptions): Promise<JobList> {
    const list = new JobList(options, await options.files.load());
    for (const job of list.jobs) if (job.state === 'sending') await list.move(job, 'unknown');
    return list;
  }

  /** What has not ended, the oldest first. */
  get open(): readonly Readonly<Job>[] {
    return this.jobs;
  }

  /** What has ended last, the oldest first. */
  get ended(): readonly Job[] {
    return this.past;
  }

  /** Number of the newest receipt that was ordered; 0 when none is known. */
  get lastSq(): number {
    return this.newest;
  }

  /** The one that is next; null when nothing waits. */
  get next(): Job | null {
    return this.jobs.find(({ state }) => state === 'waiting') ?? null;
  }

  /** Whether a job has neither ended nor begun: somebody may have given it up meanwhile. */
  waits(job: Job): boolean {
    return job.state === 'waiting' && this.jobs.includes(job);
  }

  /** Orders a job; it is kept when this resolves. Where too many wait, the oldest is given up. */
  async add(content: JobContent): Promise<Job> {
    this.lastId += 1;
    const job: Job = { id: this.lastId, at: localTime(this.options.clock.now()), content, state: 'waiting' };
    await this.store(job);
    this.jobs.push(job);
    if (content.kind === 'receipt') this.newest = Math.max(this.newest, content.sq);
    while (this.jobs.length > MOST_JOBS) {
      const late = this.jobs.find(({ state }) => state !== 'sending')!;
      this.options.log.warn(`print job ${late.id} is given up: more than ${MOST_JOBS} wait`);
      await this.end(late, 'late');
    }
    this.emit('changed');
    return job;
  }

  /** Notes how far a job has come. */
  async move(job: Job, state: Job['state']): Promise<void> {
    await this.store({ ...job, state });
    job.state = state;
    this.emit('changed');
  }

  /** Notes how a job has ended. */
  async end(job: Job, how: JobEnd): Promise<void> {
    if (!this.jobs.includes(job)) return;
    const ended: Job = { ...job, state: 'ended', end: { how, at: localTime(this.options.clock.now()) } };
    await this.store(ended);
    const at = this.jobs.indexOf(job);
    if (at >= 0) this.jobs.splice(at, 1);
    this.past.push(ended);
    // The newest number stays, whenever it ended: it tells how far printing had come.
    this.past.sort((a, b) => a.id - b.id);
    for (const old of this.past.splice(0, Math.max(0, this.past.length - MOST_ENDED))) {
      await this.write(() => this.options.files.remove(old));
    }
    this.emit('changed');
  }

  /**
   * A person says what became of a job that may be on paper, gives up one that waits, or wants one once more:
   * one that may be on paper then comes out as a copy.
   * @returns false where there is no such job, or it is being printed
   */
  async settle(id: number, what: 'printed' | 'again' | 'drop'): Promise<boolean> {
    if (this.settling.has(id)) return false;
    this.settling.add(id);
    try {
      return await this.decide(id, what);
    } finally {
      this.settling.delete(id);
    }
  }

  /** When all that was noted is on disk. */
  written(): Promise<void> {
    return this.writes;
  }

  private async decide(id: number, what: 'printed' | 'again' | 'drop'): Promise<boolean> {
    const job = [...this.jobs, ...this.past].find((each) => each.id === id);
    if (!job || job.state === 'sending') return false;
    if (what === 'again') {
      const isOnPaper = job.state === 'unknown' || !['dropped', 'late'].includes(job.end?.how ?? 'dropped');
      const { content } = job;
      await this.add(content.kind === 'receipt' && isOnPaper ? { ...content, again: true } : content);
      if (job.state !== 'ended') await this.end(job, 'again');
    } else if (job.state === 'ended' || (what === 'printed' && job.state !== 'unknown')) return false;
    else await this.end(job, what === 'printed' ? 'printed' : 'dropped');
    return true;
  }

  private store(job: Job): Promise<void> {
    return this.write(() => this.options.files.put(job));
  }

  /** One file operation after another. */
  private write(work: () => Promise<void>): Promise<void> {
    const written = this.writes.then(work);
    this.writes = written.catch(() => undefined);
    return written;
  }
}
