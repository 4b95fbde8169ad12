/**
 * What one register prints, one job after another. At most one job is inside the
 * printer; the others wait here, so that nothing comes out twice when paper is
 * put in. A job that was sent is never sent again unless a person says so.
 */
import { EventEmitter } from 'node:events';
import type { Clock } from '../clock.ts';
import { portError } from '../devices/ports/contract.ts';
import type { ConnectedPrinter } from '../devices/receipt-printer/connected.ts';
import type { PrintOutcome } from '../devices/receipt-printer/print.ts';
import type { PrinterIdentity } from '../devices/receipt-printer/session.ts';
import type { PrinterStatus } from '../devices/receipt-printer/status.ts';
import { troubleOf, type PrinterTrouble } from '../devices/receipt-printer/trouble.ts';
import type { Log } from '../log.ts';
import type { JobFiles } from './job-files.ts';
import { JobList } from './job-list.ts';
import { PrinterLink, type PrinterInUse, type PrinterSeen } from './printer-link.ts';
import { processId, type Job, type JobContent } from './job.ts';

/** What is to come out, drawn for the printer. */
export interface Document {
  bytes: Uint8Array;
  /** What it is called in a list or as a file: letters of file names, without an ending. */
  name: string;
}

/** What a queue works with. */
export interface QueueOptions {
  files: JobFiles;
  /** The printer as the profile has it now; null: nothing is printed. */
  printer(): PrinterInUse | null;
  /** What a job prints; null when there is nothing to print any more. It may be asked for several times before something is sent. */
  draw(content: JobContent): Promise<Document | null>;
  /** The first bytes of a job are about to go out. */
  begun?(content: JobContent): Promise<void>;
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
/** A person who looks at the printer sees what it said at most this long ago, ms. */
const LOOK_MS = 1000;

/** A thing to print at once, which nobody keeps. */
interface Urgent {
  document: Document;
  done: (outcome: PrintOutcome) => void;
  signal: AbortSignal;
}

/** Emits `changed` when jobs, trouble or status are others. */
export class PrintQueue extends EventEmitter<{ changed: [] }> {
  private readonly options: QueueOptions;
  private readonly list: JobList;
  private readonly link: PrinterLink;
  private readonly urgent: Urgent[] = [];
  private looking: Promise<void> | null = null;
  private running: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  private readonly stopping = new AbortController();

  private constructor(options: QueueOptions, list: JobList) {
    super();
    this.options = options;
    this.list = list;
    this.link = new PrinterLink(() => options.printer(), this.stopping.signal);
    for (const part of [this.link, list]) part.on('changed', () => this.emit('changed'));
  }

  /** Takes up what was left. */
  static async open(options: QueueOptions): Promise<PrintQueue> {
    const queue = new PrintQueue(options, await JobList.open(options));
    queue.start();
    return queue;
  }

  /** What has not ended, the oldest first. */
  get views(): JobView[] {
    return this.list.open.map((job) => ({ ...job, trouble: this.troubleOf(job) }));
  }

  /** What has ended last, the oldest first. */
  get ended(): readonly Job[] {
    return this.list.ended;
  }

  /** Number of the newest receipt that was ordered; 0 when none is known. */
  get lastSq(): number {
    return this.list.lastSq;
  }

  /** How the printer was when it was asked last. */
  get seen(): PrinterSeen {
    return this.link.seen;
  }

  /** What the printer tells of itself; null before it did. */
  get told(): PrinterIdentity | null {
    return this.link.identity;
  }

  /** What the printer has told last. */
  get status(): PrinterStatus {
    return this.link.status;
  }

  /** What keeps the printer from printing; null when nothing is known of it. */
  get trouble(): PrinterTrouble | null {
    return this.link.trouble;
  }

  /** Orders a job; it is kept when this resolves. */
  async add(content: JobContent): Promise<Job> {
    const job = await this.list.add(content);
    this.start();
    return job;
  }

  /** Prints something at once, in front of what waits, without keeping it. */
  printNow(document: Document): Promise<PrintOutcome> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    return new Promise((resolve) => {
      const entry: Urgent = { document, done: resolve, signal };
      this.urgent.push(entry);
      const giveUp = () => {
        const at = this.urgent.indexOf(entry);
        // Once it is being printed, whoever prints it tells.
        if (at < 0) return;
        this.urgent.splice(at, 1);
        resolve({ kind: 'refused', trouble: this.link.trouble ?? 'silent' });
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.start();
    });
  }

  /** Sends bytes that a printer obeys at once, also while it cannot print: a pulse to the drawer. */
  async sendAtOnce(bytes: Uint8Array): Promise<PrinterTrouble | null> {
    try {
      const session = await this.link.connect();
      await session.send(bytes);
      this.start();
      return null;
    } catch (error) {
      return portError(error, 'printer').fault;
    }
  }

  /** Asks the printer how it is; `isMute`: it tells nothing of what is on paper. */
  async ask(): Promise<{ status: PrinterStatus; isMute: boolean } | { trouble: PrinterTrouble }> {
    try {
      const session = await this.link.connect();
      // A printer that reports changes by itself needs no questions while it prints.
      const status = this.running ? session.status : await session.refresh();
      this.start();
      return { status, isMute: session.isSilent };
    } catch (error) {
      return { trouble: portError(error, 'printer').fault };
    }
  }

  /** What a person decides about a job ({@link JobList.settle}). */
  async settle(id: number, what: 'printed' | 'again' | 'drop'): Promise<boolean> {
    const isDone = await this.list.settle(id, what);
    if (isDone) this.start();
    return isDone;
  }

  /** The printer or its settings may have changed: tries again now. */
  retry(): void {
    this.link.notice();
    this.start();
  }

  /**
   * Asks the printer how it is, unless somebody did a moment ago; {@link seen} and {@link status} tell.
   * Nothing is printed, and the connection is not kept for it. Never rejects.
   */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const { link } = this;
    if (link.isPrinting || link.wasSeen(LOOK_MS) || this.stopping.signal.aborted) return;
    const wasIdle = link.session === null;
    const told = await this.ask();
    const trouble = 'trouble' in told ? told.trouble : troubleOf(told.status);
    if (trouble === null) await link.identify();
    link.saw(trouble ?? ('isMute' in told && told.isMute ? 'mute' : null));
    if (wasIdle && !this.hasWork()) this.wake?.();
  }

  /** Stops after what is being sent; what waits is there at the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
    await this.link.letGo();
    await this.list.written();
  }

  private troubleOf(job: Readonly<Job>): PrinterTrouble | null {
    return job.state === 'unknown' || job.state === 'failed' ? null : this.link.trouble;
  }

  private start(): void {
    if (this.stopping.signal.aborted) return;
    // Whoever pauses has something to do now.
    this.wake?.();
    this.running ??= this.run()
      .catch((error: unknown) => this.options.log.error('printing failed', error))
      .finally(() => {
        this.running = null;
        // Without a printer it waits for one: whoever names it says so (`retry`).
        if (this.hasWork() && this.options.printer()) this.start();
      });
  }

  private hasWork(): boolean {
    return this.urgent.length > 0 || this.list.next !== null;
  }

  private async run(): Promise<void> {
    let isRefused = false;
    for (let tries = 0; this.hasWork() && !this.stopping.signal.aborted;) {
      if (!this.options.printer()) return this.refuseUrgent('absent');
      let session: ConnectedPrinter;
      try {
        session = await this.link.connect();
        const trouble = troubleOf(session.status);
        // What refuses each job tells nothing else of its trouble.
        if (trouble || !isRefused) this.link.stand(trouble);
        if (trouble) {
          await this.halt(session);
          continue;
        }
        await this.link.identify();
        // Meanwhile the profile may have named another one.
        if (this.link.session !== session) continue;
      } catch (error) {
        this.link.stand(portError(error, 'printer').fault);
        this.refuseUrgent(this.link.trouble!);
        await this.pause(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]!);
        continue;
      }
      try {
        isRefused = (await this.printNext(session)) === 'refused';
        if (!isRefused) tries = 0;
        else if (this.link.session === session && troubleOf(session.status) === null) {
          this.refuseUrgent(this.link.trouble ?? 'silent');
          await this.pause(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]!);
        }
      } catch (error) {
        // Such as a disk that is full: nothing is sent that is not noted.
        this.options.log.error('printing failed', error);
        await this.pause(PAUSES_MS.at(-1)!);
      }
    }
    await this.linger();
  }

  /** Waits until the printer says something, or it is time to ask again. */
  private async halt(session: ConnectedPrinter): Promise<void> {
    this.refuseUrgent(this.link.trouble!);
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(HALT_MS)]);
    await session.next(signal);
    if (signal.aborted && !this.stopping.signal.aborted) await session.refresh();
  }

  private async printNext(session: ConnectedPrinter): Promise<PrintOutcome['kind'] | null> {
    const halted = this.link.standOf(session);
    const urgent = this.urgent.shift();
    if (urgent) {
      const ready = () => Promise.resolve();
      const outcome = await this.link.hold(session, urgent.signal, (signal) =>
        session.print(
          { ...urgent.document, id: processId(0) },
          { begin: ready, started: ready, halted },
          signal,
        ),
      );
      urgent.done(outcome);
      return outcome.kind;
    }
    const job = this.list.next;
    if (!job) return null;
    const document = await this.draw(job);
    // Somebody may have given it up meanwhile, or named another printer.
    if (!document || !this.list.waits(job) || this.link.session !== session) return null;
    const begin = async () => {
      if (!this.list.waits(job)) throw new Error(`print job ${job.id} was given up`);
      await this.list.move(job, 'sending');
    };
    const started = async () => this.options.begun?.(job.content);
    const outcome = await this.link.hold(session, this.stopping.signal, (signal) =>
      session.print({ ...document, id: processId(job.id) }, { begin, started, halted }, signal),
    );
    if (outcome.kind === 'refused') {
      halted(outcome.trouble);
      // A queue or a folder says so only after it was asked.
      if (job.state !== 'waiting') await this.list.move(job, 'waiting');
      return 'refused';
    }
    halted(outcome.kind === 'unknown' ? outcome.trouble : null);
    this.options.printed?.(job, outcome.kind);
    if (outcome.kind === 'unknown') await this.list.move(job, 'unknown');
    else await this.list.end(job, outcome.kind);
    return outcome.kind;
  }

  /** What a job prints; null when there is nothing: it has ended then, or failed. */
  private async draw(job: Job): Promise<Document | null> {
    try {
      const document = await this.options.draw(job.content);
      if (document) return document;
      this.options.log.warn(`print job ${job.id} has nothing to print any more`);
      await this.list.end(job, 'nothing');
    } catch (error) {
      // One receipt that cannot be drawn must not hold up the others.
      this.options.log.error(`print job ${job.id} cannot be drawn`, error);
      await this.list.move(job, 'failed');
    }
    return null;
  }

  private refuseUrgent(trouble: PrinterTrouble): void {
    for (const { done } of this.urgent.splice(0)) done({ kind: 'refused', trouble });
  }

  private async linger(): Promise<void> {
    const { link } = this;
    while (link.session && !this.stopping.signal.aborted) {
      await this.pause(LINGER_MS);
      if (this.hasWork() && !this.stopping.signal.aborted) return;
      if (link.trouble === null || this.stopping.signal.aborted) break;
      // Whoever reads that there is no paper hears of the new roll, too.
      await link.session?.refresh().catch(() => undefined);
    }
    await link.letGo();
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
}
