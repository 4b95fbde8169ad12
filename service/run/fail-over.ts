/**
 * Keeps the service open. When the journal cannot be used, at the start or
 * later, somebody else answers meanwhile, on the same port and in the same
 * process, and the journal is tried again until the cause is gone.
 */
import type http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Alone } from '../out-of-order/rebuilding.ts';
import { OutageError } from '../register/outage.ts';
import type { Activity, Problem, RegisterName } from '../wire.ts';
import { fingerprint } from '../out-of-order/check.ts';

/** Who answers requests. */
export interface Responder {
  app: http.RequestListener;
  /** What the tray shows. */
  problems(): Promise<Problem[]>;
  /** How much there is to do now. */
  activity(): Promise<Activity>;
  /** Begins with what goes on in the background, once everything else is ready. */
  start(): Promise<void>;
  /** Ends what clients hold open, and takes no more files. */
  leave(): Promise<void>;
  /** Leaves, finishes what is under way, and closes everything. */
  close(): Promise<void>;
}

/** The service with its journal. */
export interface OpenResponder extends Responder {
  /** Resolves when the journal cannot be used any more. */
  outage: Promise<OutageError>;
  /** The registers that are there. */
  registers(): Promise<RegisterName[]>;
}

/** What the fail-over works with. */
export interface FailOverParts {
  /**
   * Opens the journal and everything that needs it; an OutageError says why that is not possible.
   * @param again after an outage: the database has to prove first that it is whole
   */
  open(again: boolean, signal: AbortSignal): Promise<OpenResponder>;
  /** Who answers in the meantime. */
  closed(outage: () => OutageError, registers: readonly RegisterName[], alone: Alone): Responder;
  /** Called when somebody else answers now. */
  changed(): void;
  journalFile: string;
  log: Log;
  /** Time between two attempts, ms. */
  retryMs: (outage: OutageError) => number;
}

/** An attempt that took long is followed by a rest of so many times its length. */
const REST = 5;

/** Keeps the one who can answer. */
export class FailOver {
  private readonly parts: FailOverParts;
  private readonly stopping = new AbortController();
  private open: OpenResponder | null;
  private closed: Responder | null = null;
  private outage: OutageError | null;
  /** State of the file when it was last found damaged; null before that. */
  private seen: string | null = null;
  /** What the log says about the outage; the same again is not worth a line. */
  private said = '';
  private keeping: Promise<void> = Promise.resolve();
  /** Attempts and work that must not meet them, one after the other. */
  private lane: Promise<unknown>;
  private started: () => void = () => undefined;
  /** Ends the pause before the next attempt. */
  private hurry = new AbortController();

  private constructor(parts: FailOverParts, opened: OpenResponder | OutageError) {
    this.parts = parts;
    this.lane = new Promise<void>((resolve) => (this.started = resolve));
    this.open = opened instanceof OutageError ? null : opened;
    this.outage = opened instanceof OutageError ? opened : null;
    if (this.outage) this.shut(this.outage, []);
  }

  /**
   * Opens the journal, or finds out why it cannot be used.
   * @throws errors that are about something else
   */
  static async open(parts: FailOverParts): Promise<FailOver> {
    const { signal } = new AbortController();
    const opened = await parts.open(false, signal).catch(outageOf);
    return new FailOver(parts, opened);
  }

  /** Who answers at the moment. */
  get responder(): Responder {
    return this.open ?? this.closed!;
  }

  /** Why the journal cannot be used; null when it can. */
  get reason(): OutageError | null {
    return this.outage;
  }

  /** Begins with what goes on in the background. */
  async start(): Promise<void> {
    await this.begin(this.responder);
    this.started();
    this.keeping = this.keep();
  }

  /** Tries at once, instead of after the pause. */
  soon(): void {
    this.hurry.abort();
  }

  /** Changes nothing any more; who answers at the moment still does. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.started();
    await this.keeping;
    await this.lane;
  }

  private readonly alone: Alone = (work) =>
    this.inLane(async () => {
      if (this.open || this.stopping.signal.aborted) return null;
      try {
        return await work();
      } finally {
        // It may be mended now, whatever the file looks like. Nobody else comes in between.
        this.seen = null;
        await this.attempt();
        this.hurry.abort();
      }
    });

  private inLane<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lane.then(work);
    this.lane = done.catch(() => undefined);
    return done;
  }

  private async keep(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    while (!signal.aborted) {
      if (this.open) {
        const outage = await Promise.race([this.open.outage, stopped]);
        if (!outage || signal.aborted) return;
        const { open } = this;
        await this.inLane(() => this.close(open, outage));
      }
      await this.reopen();
    }
  }

  /** The journal failed: from this moment on nobody sells. */
  private async close(open: OpenResponder, outage: OutageError): Promise<void> {
    const registers = await open.registers().catch(() => []);
    this.shut(outage, registers);
    await this.end(open);
    await this.begin(this.closed!);
  }

  private shut(outage: OutageError, registers: readonly RegisterName[]): void {
    const { parts } = this;
    this.seen = null;
    this.outage = outage;
    this.closed = parts.closed(() => this.outage!, registers, this.alone);
    this.open = null;
    this.said = outage.message;
    // Whoever stands by is in order.
    if (outage.outage === 'elsewhere') parts.log.info(`nothing is sold here: ${outage.message}`);
    else parts.log.error(`out of order, nothing can be sold: ${outage.message}`);
    parts.changed();
  }

  /** Tries until the journal can be used. */
  private async reopen(): Promise<void> {
    const { parts } = this;
    const { signal } = this.stopping;
    const usual = () => (this.outage ? parts.retryMs(this.outage) : 0);
    let pause = usual();
    while (!this.open) {
      this.hurry = new AbortController();
      const either = AbortSignal.any([signal, this.hurry.signal]);
      await setTimeout(pause, undefined, { signal: either }).catch(() => undefined);
      if (signal.aborted) return;
      const took = await this.inLane(() => this.attempt());
      // Asking another machine costs this one nothing.
      const isRemote = this.outage?.outage === 'elsewhere' || this.outage?.outage === 'unreachable';
      pause = isRemote ? usual() : Math.max(usual(), REST * took);
    }
  }

  /** Tries once; how long it took, ms. */
  private async attempt(): Promise<number> {
    const { parts } = this;
    const { signal } = this.stopping;
    if (this.open || signal.aborted) return 0;
    // Looked at before the attempt: it may be mended in the middle of it.
    const state = await fingerprint(parts.journalFile);
    if (this.isHopeless(state)) return 0;
    this.seen = state;
    const began = performance.now();
    try {
      await this.reenter(await parts.open(true, signal));
    } catch (error) {
      if (!signal.aborted) this.failedAgain(error);
    }
    return performance.now() - began;
  }

  /** Damage does not heal; opening a damaged database again and again could only make it worse. */
  private isHopeless(state: string | null): boolean {
    return this.outage?.outage === 'damaged' && state !== null && state === this.seen;
  }

  private async reenter(open: OpenResponder): Promise<void> {
    if (this.stopping.signal.aborted) {
      await this.end(open);
      return;
    }
    const closed = this.closed!;
    this.open = open;
    this.closed = null;
    this.outage = null;
    await this.end(closed);
    await this.begin(open);
    this.parts.log.info('in order again');
    this.parts.changed();
  }

  private failedAgain(error: unknown): void {
    const { parts } = this;
    const { message } = error as Error;
    const isNew = message !== this.said;
    this.said = message;
    if (error instanceof OutageError) this.outage = error;
    if (!isNew) return;
    if (error instanceof OutageError && error.outage === 'elsewhere') parts.log.info(message);
    else if (error instanceof OutageError) parts.log.error(`still out of order: ${message}`);
    else parts.log.error('the journal cannot be opened', error);
    parts.changed();
  }

  /** Who cannot do everything in the background answers all the same. */
  private async begin(responder: Responder): Promise<void> {
    await responder
      .start()
      .catch((error: unknown) => this.parts.log.error('the service is not complete', error));
  }

  /** What cannot be closed in order must not keep anybody from going on. */
  private async end(responder: Responder): Promise<void> {
    await responder
      .close()
      .catch((error: unknown) => this.parts.log.error('closing the journal failed', error));
  }
}

function outageOf(error: unknown): OutageError {
  if (error instanceof OutageError) return error;
  throw error;
}
