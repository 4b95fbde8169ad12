/**
 * What one register prints, one job after another. At most one job is inside the
 * printer; the others wait here, so that nothing comes out twice when paper is
 * put in. A job that was sent is never sent again unless a person says so.
 */
import { EventEmitter } from 'node:events';
import { localTime, type Clock } from '../clock.ts';
import { portError, type OpenPort } from '../devices/ports/contract.ts';
import { print, type PrintOutcome } from '../devices/receipt-printer/print.ts';
import { PrinterSession } from '../devices/receipt-printer/session.ts';
import { UNKNOWN_STATUS, type PrinterStatus } from '../devices/receipt-printer/status.ts';
import { troubleOf, type PrinterTrouble } from '../devices/receipt-printer/trouble.ts';
import type { Log } from '../log.ts';
import type { JobFiles } from './job-files.ts';
import { processId, type Job, type JobContent } from './job.ts';

/** Where a register prints. */
export interface PrinterInUse {
  open: OpenPort;
  hasProcessId: boolean;
}

/** What a queue works with. */
export interface QueueOptions {
  files: JobFiles;
  /** The printer as the profile has it now; null: nothing is printed. */
  printer(): PrinterInUse | null;
  /** ESC/POS of a job; null when there is nothing to print any more. */
  bytesOf(content: JobContent): Promise<Uint8Array | null>;
  /** A job is on paper, as far as anybody can tell. */
  printed?(job: Job, outcome: PrintOutcome['kind']): void;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** A job as people see it. */
export interface JobView extends Job {
  /** Why it does not go on. */
  trouble: PrinterTrouble | null;
}

/** Pauses before a printer that cannot be reached is tried again, ms. */
const PAUSES_MS = [1000, 2000, 5000, 10_000];
/** A printer that stands still is asked this often: one that was stopped from the start reports nothing by itself, ms. */
const HALT_MS = 1000;
/** A connection that nobody uses is kept this long: some printers take a while to accept the next one, ms. */
const LINGER_MS = 3000;
/** How long a text or a drawer waits for the printer, ms. */
const PATIENCE_MS = 30_000;

/** A thing to print at once, which nobody keeps. */
interface Urgent {
  bytes: Uint8Array;
  done: (outcome: PrintOutcome) => void;
  signal: AbortSignal;
}

/** Emits `changed` when jobs, trouble or status are others. */
export class PrintQueue extends EventEmitter<{ changed: [] }> {
  private readonly options: QueueOptions;
  private readonly jobs: Job[];
  private readonly urgent: Urgent[] = [];
  private lastId: number;
  private session: PrinterSession | null = null;
  private opening: Promise<PrinterSession> | null = null;
  private known: PrinterStatus = UNKNOWN_STATUS;
  private stands: PrinterTrouble | null = null;
  private running: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  private writes: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  /** The newest job, when it has ended. */
  private lastEnded: Job | null;
  /** Number of the newest receipt that was ordered; 0 when none is known. */
  lastSq: number;

  private constructor(options: QueueOptions, jobs: readonly Job[]) {
    super();
    this.options = options;
    this.jobs = jobs.filter(({ state }) => state !== 'ended');
    this.lastEnded = jobs.findLast(({ state }) => state === 'ended') ?? null;
    this.lastId = Math.max(0, ...jobs.map(({ id }) => id));
    this.lastSq = Math.max(0, ...jobs.map(({ content }) => (content.kind === 'receipt' ? content.sq : 0)));
  }

  /** Takes up what was left. What was being sent when the service ended may be on paper. */
  static async open(options: QueueOptions): Promise<PrintQueue> {
    const jobs = await options.files.load();
    const queue = new PrintQueue(options, jobs);
    for (const job of queue.jobs) if (job.state === 'sending') await queue.move(job, 'unknown');
    queue.start();
    return queue;
  }

  /** What has not ended, the oldest first. */
  get views(): JobView[] {
    return this.jobs.map((job) => ({ ...job, trouble: this.troubleOf(job) }));
  }

  /** What the printer has told last. */
  get status(): PrinterStatus {
    return this.known;
  }

  /** What keeps the printer from printing; null when nothing is known of it. */
  get trouble(): PrinterTrouble | null {
    return this.stands;
  }

  /** Orders a job; it is kept when this resolves. */
  async add(content: JobContent): Promise<Job> {
    this.lastId += 1;
    const job: Job = { id: this.lastId, at: localTime(this.options.clock.now()), content, state: 'waiting' };
    await this.store(job);
    this.jobs.push(job);
    if (content.kind === 'receipt') this.lastSq = Math.max(this.lastSq, content.sq);
    const before = this.lastEnded;
    this.lastEnded = null;
    if (before) await this.write(() => this.options.files.remove(before));
    this.start();
    this.emit('changed');
    return job;
  }

  /** Prints something at once, in front of what waits, without keeping it. */
  printNow(bytes: Uint8Array): Promise<PrintOutcome> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    return new Promise((resolve) => {
      const entry: Urgent = { bytes, done: resolve, signal };
      this.urgent.push(entry);
      const giveUp = () => {
        const at = this.urgent.indexOf(entry);
        // Once it is being printed, whoever prints it tells.
        if (at < 0) return;
        this.urgent.splice(at, 1);
        resolve({ kind: 'refused', trouble: this.stands ?? 'silent' });
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.start();
    });
  }

  /** Sends bytes that a printer obeys at once, also while it cannot print: a pulse to the drawer. */
  async sendAtOnce(bytes: Uint8Array): Promise<PrinterTrouble | null> {
    try {
      const session = await this.connect();
      await session.send(bytes);
      this.start();
      return null;
    } catch (error) {
      return portError(error, 'printer').fault;
    }
  }

  /** Asks the printer how it is. */
  async ask(): Promise<{ status: PrinterStatus } | { trouble: PrinterTrouble }> {
    try {
      const session = await this.connect();
      // A printer that reports changes by itself needs no questions while it prints.
      const status = this.running ? session.status : await session.refresh();
      this.start();
      return session.isSilent ? { trouble: 'silent' } : { status };
    } catch (error) {
      return { trouble: portError(error, 'printer').fault };
    }
  }

  /** A person says what became of a job that may be on paper, or gives up one that waits. */
  async settle(id: number, what: 'printed' | 'again' | 'drop'): Promise<boolean> {
    const job = this.jobs.find((each) => each.id === id);
    if (!job || job.state === 'sending') return false;
    if (what === 'again') await this.move(job, 'waiting');
    else await this.end(job);
    this.start();
    return true;
  }

  /** The printer or its settings may have changed: tries again now. */
  retry(): void {
    this.start();
  }

  /** Stops after what is being sent; what waits is there at the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
    await this.session?.close();
    await this.writes;
  }

  private troubleOf(job: Job): PrinterTrouble | null {
    return job.state === 'unknown' ? null : this.stands;
  }

  private start(): void {
    if (this.stopping.signal.aborted) return;
    // Whoever pauses has something to do now.
    this.wake?.();
    this.running ??= this.run()
      .catch((error: unknown) => this.options.log.error('printing failed', error))
      .finally(() => {
        this.running = null;
        if (this.hasWork()) this.start();
      });
  }

  private hasWork(): boolean {
    return this.urgent.length > 0 || this.jobs.some(({ state }) => state === 'waiting');
  }

  private async run(): Promise<void> {
    for (let tries = 0; this.hasWork() && !this.stopping.signal.aborted;) {
      if (!this.options.printer()) return this.refuseUrgent('absent');
      let session: PrinterSession;
      try {
        session = await this.connect();
        const trouble = troubleOf(session.status);
        this.stand(trouble);
        if (trouble) {
          await this.halt(session);
          continue;
        }
      } catch (error) {
        this.stand(portError(error, 'printer').fault);
        this.refuseUrgent(this.stands!);
        await this.pause(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]!);
        continue;
      }
      tries = 0;
      try {
        await this.printNext(session);
      } catch (error) {
        // Such as a disk that is full: nothing is sent that is not noted.
        this.options.log.error('printing failed', error);
        await this.pause(PAUSES_MS.at(-1)!);
      }
    }
    await this.linger();
  }

  /** Waits until the printer says something, or it is time to ask again. */
  private async halt(session: PrinterSession): Promise<void> {
    this.refuseUrgent(this.stands!);
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(HALT_MS)]);
    await session.next(signal);
    if (signal.aborted && !this.stopping.signal.aborted) await session.refresh();
  }

  private async printNext(session: PrinterSession): Promise<void> {
    const { hasProcessId } = this.options.printer()!;
    const urgent = this.urgent.shift();
    if (urgent) {
      const begin = () => Promise.resolve();
      const job = { bytes: urgent.bytes, id: processId(0), hasProcessId };
      urgent.done(await print(session, job, { begin, halted: this.stand }, urgent.signal));
      return;
    }
    const job = this.jobs.find(({ state }) => state === 'waiting');
    if (!job) return;
    const bytes = await this.options.bytesOf(job.content);
    if (!bytes) {
      this.options.log.warn(`print job ${job.id} has nothing to print any more`);
      return this.end(job);
    }
    const outcome = await print(
      session,
      { bytes, id: processId(job.id), hasProcessId },
      { begin: () => this.move(job, 'sending'), halted: this.stand },
      this.stopping.signal,
    );
    if (outcome.kind === 'refused') {
      this.stand(outcome.trouble);
      return;
    }
    this.stand(outcome.kind === 'unknown' ? outcome.trouble : null);
    this.options.printed?.(job, outcome.kind);
    if (outcome.kind === 'unknown') await this.move(job, 'unknown');
    else await this.end(job);
  }

  private async connect(): Promise<PrinterSession> {
    if (this.session) return this.session;
    const printer = this.options.printer();
    if (!printer) throw portError(Object.assign(new Error('no printer'), { code: 'ENOENT' }), 'printer');
    // Who asks meanwhile gets the same one: most printers take one connection.
    this.opening ??= PrinterSession.open(printer.open, this.stopping.signal).finally(
      () => (this.opening = null),
    );
    const session = await this.opening;
    if (this.session === session) return session;
    this.session = session;
    this.learn(session.status);
    session.on('status', this.learn);
    void session.ended.then(() => {
      if (this.session === session) this.session = null;
    });
    return session;
  }

  private readonly learn = (status: PrinterStatus): void => {
    this.known = status;
    this.stand(troubleOf(status));
  };

  private readonly stand = (trouble: PrinterTrouble | null): void => {
    if (trouble === this.stands) return;
    this.stands = trouble;
    this.emit('changed');
  };

  private refuseUrgent(trouble: PrinterTrouble): void {
    for (const { done } of this.urgent.splice(0)) done({ kind: 'refused', trouble });
  }

  private async linger(): Promise<void> {
    if (!this.session) return;
    await this.pause(LINGER_MS);
    if (this.hasWork() && !this.stopping.signal.aborted) return;
    const session = this.session;
    this.session = null;
    await session?.close();
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopping.signal.aborted) this.wake();
    });
    this.wake = null;
  }

  private async move(job: Job, state: Job['state']): Promise<void> {
    await this.store({ ...job, state });
    job.state = state;
    this.emit('changed');
  }

  private async end(job: Job): Promise<void> {
    if (job.id === this.lastId) {
      await this.store({ ...job, state: 'ended' });
      this.lastEnded = job;
    } else await this.write(() => this.options.files.remove(job));
    this.jobs.splice(this.jobs.indexOf(job), 1);
    this.emit('changed');
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
