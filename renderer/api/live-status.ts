import type { ControlStatus } from '../../service/wire.ts';
import { type Answer, askStatus, controlUrl, parseStatus } from './control.ts';
import {
  ANSWER_MS,
  type Connection,
  GRACE_MS,
  type Happening,
  next,
  pauseMs,
  SILENCE_MS,
  UNCONNECTED,
} from './connection.ts';

/** What the page knows at a moment. A new object for every change. */
export interface Snapshot {
  phase: Connection['phase'];
  /** Last status heard; kept when the connection is lost. */
  status: ControlStatus | null;
  /** When it was heard, by the clock of this device. */
  heardAt: number | null;
  /** HTTP status when the service answers but refuses, e.g. 404 for an unknown register. */
  refused: number | null;
}

/** The part of EventSource in use. */
export interface EventStream {
  addEventListener(type: 'status' | 'error', listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

/** The outside world, replaceable in tests. */
export interface World {
  openStream(url: string): EventStream;
  ask(rn: string, timeoutMs: number): Promise<Answer>;
  now(): number;
}

const browser: World = {
  openStream: (url) => new EventSource(url),
  ask: askStatus,
  now: () => Date.now(),
};

/**
 * The status of one register, live.
 *
 * Events bring changes at once. An event stream alone cannot tell silence from
 * death: comments are invisible to a page, and a hanging service breaks no
 * connection. So after some silence the status is asked for, too; that answer
 * also tells why a stream failed, which EventSource hides.
 */
export class LiveStatus {
  private readonly rn: string;
  private readonly world: World;
  private readonly listeners = new Set<() => void>();
  private connection = UNCONNECTED;
  private snapshot: Snapshot = { phase: 'connecting', status: null, heardAt: null, refused: null };
  private stream: EventStream | null = null;
  private running = false;
  /** Number of the question whose answer counts; all earlier ones are void. */
  private question = 0;
  private asking = false;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(rn: string, world: World = browser) {
    this.rn = rn;
    this.world = world;
  }

  /** For useSyncExternalStore: call `listener` after every change. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** For useSyncExternalStore: what is known now. */
  readonly getSnapshot = (): Snapshot => this.snapshot;

  /** Connect, and stay connected until `stop`. */
  start(): void {
    if (this.running) return;
    this.running = true;
    this.open();
  }

  /** Let go of the connection and of all timers. */
  stop(): void {
    this.running = false;
    this.closeStream();
    this.dropQuestion();
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    clearTimeout(this.grace);
    this.retry = undefined;
    this.grace = undefined;
  }

  /** Make sure now, e.g. when the screen wakes up and timers have slept. */
  check(): void {
    if (this.running && !this.asking) void this.ask();
  }

  private open(): void {
    this.closeStream();
    const stream = this.world.openStream(controlUrl('events', this.rn));
    this.stream = stream;
    stream.addEventListener('status', (event) => {
      if (stream !== this.stream) return;
      // An answer that is still on its way may be older than this event.
      this.dropQuestion();
      try {
        this.heard(parseStatus(String(event.data)));
      } catch {
        this.failed('failed');
      }
    });
    stream.addEventListener('error', () => {
      if (stream !== this.stream) return;
      this.failed('failed');
      this.check();
    });
    void this.ask();
  }

  private async ask(): Promise<void> {
    clearTimeout(this.silence);
    this.dropQuestion();
    const question = this.question;
    this.asking = true;
    let answer: Answer | null;
    try {
      answer = await this.world.ask(this.rn, ANSWER_MS);
    } catch {
      answer = null;
    }
    if (question !== this.question) return;
    this.asking = false;
    if (answer?.kind === 'status') {
      this.heard(answer.status);
      return;
    }
    this.show({ refused: answer === null ? null : answer.http });
    this.failed(answer === null ? 'failed' : 'refused');
  }

  private heard(status: ControlStatus): void {
    clearTimeout(this.grace);
    this.grace = undefined;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => void this.ask(), SILENCE_MS);
    this.connection = next(this.connection, 'news');
    this.show({ phase: 'live', status, heardAt: this.world.now(), refused: null });
  }

  private failed(happening: Happening): void {
    this.closeStream();
    clearTimeout(this.silence);
    this.connection = next(this.connection, happening);
    this.show({ phase: this.connection.phase });
    this.grace ??= setTimeout(() => {
      this.connection = next(this.connection, 'graceOver');
      this.show({ phase: this.connection.phase });
    }, GRACE_MS);
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.open();
    }, pauseMs(this.connection));
  }

  private closeStream(): void {
    this.stream?.close();
    this.stream = null;
  }

  private dropQuestion(): void {
    this.question += 1;
    this.asking = false;
  }

  private show(change: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}
