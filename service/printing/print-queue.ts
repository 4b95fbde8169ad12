/**
 * What one register prints, one job after another. At most one job is inside the
 * printer; the others wait here, so that nothing comes out twice when paper is
 * put in. A job that was sent is never sent again unless a person says so.
 */
import { EventEmitter } from 'node:events';
import type { Clock } from '../clock.ts';
import { portError } from '../devices/ports/contract.ts';
import type { ConnectedPrinter, OpenPrinter } from '../devices/receipt-printer/connected.ts';
import type { PrintOutcome } from '../devices/receipt-printer/print.ts';
import type { PrinterIdentity } from '../devices/receipt-printer/session.ts';
import { UNKNOWN_STATUS, type PrinterStatus } from '../devices/receipt-printer/status.ts';
import { troubleOf, type PrinterTrouble } from '../devices/receipt-printer/trouble.ts';
import type { Log } from '../log.ts';
import type { JobFiles } from './job-files.ts';
import { JobList } from './job-list.ts';
import { processId, type Job, type JobContent } from './job.ts';

/** Where a register prints. */
export interface PrinterInUse {
  open: OpenPrinter;
  /** In one spelling: another address is another printer. */
  address: string;
}

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

/** How a printer is: ready (null), troubled, takes bytes and tells nothing (`mute`), or not asked yet. */
export type PrinterSeen = PrinterTrouble | 'mute' | 'unasked' | null;

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
  private readonly urgent: Urgent[] = [];
  private session: ConnectedPrinter | null = null;
  private opening: Promise<ConnectedPrinter> | null = null;
  /** Address of what was connected to last. */
  private address: string | null = null;
  private identity: PrinterIdentity | null = null;
  private identifying: Promise<void> | null = null;
  /** What is inside the printer is given up by this; null while nothing is. */
  private printing: AbortController | null = null;
  private looking: Promise<void> | null = null;
  private lookedAt = -Infinity;
  private looked: PrinterSeen = 'unasked';
  private known: PrinterStatus = UNKNOWN_STATUS;
  private stands: PrinterTrouble | null = null;
  private running: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  private readonly stopping = new AbortController();

  private constructor(options: QueueOptions, list: JobList) {
    super();
    this.options = options;
    this.list = list;
    list.on('changed', () => this.emit('changed'));
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
    return this.stands ?? this.looked;
  }

  /** What the printer tells of itself; null before it did. */
  get told(): PrinterIdentity | null {
    return this.identity;
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

  /** Asks the printer how it is; `isMute`: it tells nothing of what is on paper. */
  async ask(): Promise<{ status: PrinterStatus; isMute: boolean } | { trouble: PrinterTrouble }> {
    try {
      const session = await this.connect();
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
    this.notice(this.options.printer()?.address ?? null);
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
    if (this.printing) return;
    if (performance.now() - this.lookedAt < LOOK_MS || this.stopping.signal.aborted) return;
    const wasIdle = this.session === null;
    const told = await this.ask();
    this.lookedAt = performance.now();
    const trouble = 'trouble' in told ? told.trouble : troubleOf(told.status);
    if (trouble === null) await this.identify();
    const seen = trouble ?? ('isMute' in told && told.isMute ? 'mute' : null);
    if (seen !== this.looked) {
      this.looked = seen;
      this.emit('changed');
    }
    if (wasIdle && !this.hasWork()) this.wake?.();
  }

  /** Asks once who the printer is, where it is one that tells; before it has something to print, as it does not answer in the middle of that. */
  private identify(): Promise<void> {
    const { session, address } = this;
    if (!session || this.printing || this.identity !== null) return Promise.resolve();
    return (this.identifying ??= session
      .identify()
      .catch(() => null)
      .then((identity) => {
        if (address === this.address) this.identity = identity;
      })
      .finally(() => (this.identifying = null)));
  }

  /** Takes note that the printer is another one: nothing that is known of the one before holds. */
  private notice(address: string | null): void {
    if (address === this.address) return;
    const session = this.session;
    this.address = address;
    this.session = null;
    this.opening = null;
    this.identity = null;
    this.identifying = null;
    this.lookedAt = -Infinity;
    this.known = UNKNOWN_STATUS;
    this.looked = 'unasked';
    this.stand(null);
    this.emit('changed');
    // A person has to look what came out there.
    this.printing?.abort();
    if (!this.printing) void session?.close();
  }

  /** Stops after what is being sent; what waits is there at the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
    await this.session?.close();
    await this.list.written();
  }

  private troubleOf(job: Readonly<Job>): PrinterTrouble | null {
    return job.state === 'unknown' || job.state === 'failed' ? null : this.stands;
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
    return this.urgent.length > 0 || this.list.next !== null;
  }

  private async run(): Promise<void> {
    let isRefused = false;
    for (let tries = 0; this.hasWork() && !this.stopping.signal.aborted;) {
      if (!this.options.printer()) return this.refuseUrgent('absent');
      let session: ConnectedPrinter;
      try {
        session = await this.connect();
        const trouble = troubleOf(session.status);
        // What refuses each job tells nothing else of its trouble.
        if (trouble || !isRefused) this.stand(trouble);
        if (trouble) {
          await this.halt(session);
          continue;
        }
        await this.identify();
      } catch (error) {
        this.stand(portError(error, 'printer').fault);
        this.refuseUrgent(this.stands!);
        await this.pause(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]!);
        continue;
      }
      try {
        isRefused = (await this.printNext(session)) === 'refused';
        if (!isRefused) tries = 0;
        else if (this.session === session && troubleOf(session.status) === null) {
          this.refuseUrgent(this.stands ?? 'silent');
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
    this.refuseUrgent(this.stands!);
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(HALT_MS)]);
    await session.next(signal);
    if (signal.aborted && !this.stopping.signal.aborted) await session.refresh();
  }

  private async printNext(session: ConnectedPrinter): Promise<PrintOutcome['kind'] | null> {
    const halted = this.standOf(session);
    const urgent = this.urgent.shift();
    if (urgent) {
      const ready = () => Promise.resolve();
      const outcome = await this.hold(session, urgent.signal, (signal) =>
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
    // Somebody may have given it up meanwhile.
    if (!document || !this.list.waits(job)) return null;
    const begin = async () => {
      if (!this.list.waits(job)) throw new Error(`print job ${job.id} was given up`);
      await this.list.move(job, 'sending');
    };
    const started = async () => this.options.begun?.(job.content);
    const outcome = await this.hold(session, this.stopping.signal, (signal) =>
      session.print({ ...document, id: processId(job.id) }, { begin, started, halted }, signal),
    );
    const stand = this.standOf(session);
    if (outcome.kind === 'refused') {
      stand(outcome.trouble);
      // A queue or a folder says so only after it was asked.
      if (job.state !== 'waiting') await this.list.move(job, 'waiting');
      return 'refused';
    }
    stand(outcome.kind === 'unknown' ? outcome.trouble : null);
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

  /** While something is inside the printer: gives it up when the printer of the register becomes another one. */
  private async hold<T>(
    session: ConnectedPrinter,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const moved = new AbortController();
    this.printing = moved;
    try {
      return await work(AbortSignal.any([signal, moved.signal]));
    } finally {
      this.printing = null;
      if (this.session !== session) await session.close();
    }
  }

  private async connect(): Promise<ConnectedPrinter> {
    const printer = this.options.printer();
    this.notice(printer?.address ?? null);
    if (!printer) throw portError(Object.assign(new Error('no printer'), { code: 'ENOENT' }), 'printer');
    if (this.session) return this.session;
    // Who asks meanwhile gets the same one: most printers take one connection.
    const opening = (this.opening ??= printer.open(this.stopping.signal));
    const session = await opening.finally(() => {
      if (this.opening === opening) this.opening = null;
    });
    if (this.session === session) return session;
    if (this.address !== printer.address) {
      await session.close();
      return this.connect();
    }
    this.session = session;
    this.learn(session.status);
    session.on('status', (status) => {
      if (this.session === session) this.learn(status);
    });
    void session.ended.then(() => {
      if (this.session === session) this.session = null;
    });
    return session;
  }

  private readonly learn = (status: PrinterStatus): void => {
    this.known = status;
    this.looked = troubleOf(status) ?? (this.session?.isSilent === true ? 'mute' : null);
    this.stand(troubleOf(status));
  };

  private readonly stand = (trouble: PrinterTrouble | null): void => {
    if (trouble === this.stands) return;
    this.stands = trouble;
    this.emit('changed');
  };

  /** What is said of a session counts only while its printer is the register's, or was lost. */
  private standOf(session: ConnectedPrinter): (trouble: PrinterTrouble | null) => void {
    const { address } = this;
    return (trouble) => {
      if (this.session === session || this.address === address) this.stand(trouble);
    };
  }

  private refuseUrgent(trouble: PrinterTrouble): void {
    for (const { done } of this.urgent.splice(0)) done({ kind: 'refused', trouble });
  }

  private async linger(): Promise<void> {
    while (this.session && !this.stopping.signal.aborted) {
      await this.pause(LINGER_MS);
      if (this.hasWork() && !this.stopping.signal.aborted) return;
      if (this.stands === null || this.stopping.signal.aborted) break;
      // Whoever reads that there is no paper hears of the new roll, too.
      await this.session?.refresh().catch(() => undefined);
    }
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
}
