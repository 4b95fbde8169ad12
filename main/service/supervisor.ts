import type { Activity } from '../../service/wire.ts';
import type { ServiceState } from '../bridge.ts';
import { Backoff } from './backoff.ts';
import type { ServiceChild, ServiceEnd } from './child.ts';
import type { Clock } from './clock.ts';
import { failureReason, type ReportedFailure } from './exit-codes.ts';
import { readServiceMessage } from './messages.ts';
import type { Found } from './probe.ts';

/** A start may take this long until the service says it is ready, or says anything at all. */
export const READY_LIMIT = 20_000;
/** A journal of many years may need longer to open; killing it for ever would never let it start. */
const LONGEST_READY_LIMIT = 160_000;
/** After running this long the back-off starts over. */
export const STABLE_AFTER = 60_000;
/** A stopping service gets this long to end by itself, then the second to obey `kill`. */
const STOP_GRACE = 4000;
const KILL_GRACE = 700;
/** How often to look at a register that is not ours. */
export const WATCH_EVERY = 10_000;
/** So many silent looks in a row mean that the attached register is gone. */
const MISSES_ALLOWED = 2;

/** A service that does not say within this time how busy it is counts as busy. */
export const ACTIVITY_LIMIT = 2000;

/** What the supervisor is made of; tests pass doubles. */
export interface SupervisorParts {
  /** Starts a service process. */
  fork(): ServiceChild;
  /** A Tillmark register that already answers on the port, or null. */
  probe(): Promise<Found | null>;
  clock: Clock;
  log(line: string): void;
}

/**
 * Keeps the register service running: starts it or attaches to one that runs
 * already, restarts it after a crash with growing pauses, and gives up only
 * where a person has to act first.
 */
export class Supervisor {
  private readonly parts: SupervisorParts;
  private readonly backoff = new Backoff();
  private readonly listeners = new Set<(state: ServiceState) => void>();
  private current: ServiceState = { state: 'stopped' };
  private child: ServiceChild | null = null;
  /** The service is meant to run; an end while this is false is on purpose. */
  private wanted = false;
  /** Grows with every start, stop and restart asked for; a step that finds it changed gives way. */
  private request = 0;
  /** What the service said when it was ready; null before. */
  private ready: { url: string | null } | null = null;
  private status: { ready: boolean; problems: string[] } | null = null;
  private portal: string | null = null;
  /** Records that wait, said by a service that ends by its own wish; null as long as none does. */
  private leaving: { waiting: number } | null = null;
  private activityWaiters: ((activity: Activity | null) => void)[] = [];
  private reported: ReportedFailure | null = null;
  private readyTimeouts = 0;
  private readonly cancels = new Set<() => void>();
  private cancelReadyLimit: () => void = () => undefined;
  private endWaiters: (() => void)[] = [];

  constructor(parts: SupervisorParts) {
    this.parts = parts;
  }

  /** The state now. */
  get state(): ServiceState {
    return this.current;
  }

  /** Calls back on every change of state; the result ends the subscription. */
  onState(callback: (state: ServiceState) => void): () => void {
    this.listeners.add(callback);
    return () => {
      this.listeners.delete(callback);
    };
  }

  /** Attaches to a running register or starts one. Does nothing if that has happened already. */
  async start(): Promise<void> {
    if (!this.wanted) await this.restart();
  }

  /** Stops the service, resolves when its process has ended. It stays stopped. */
  async stop(): Promise<void> {
    this.request += 1;
    await this.halt();
  }

  /** Stops and starts, also out of a pause or a failure. A later stop wins over it. */
  async restart(): Promise<void> {
    this.request += 1;
    const request = this.request;
    await this.halt();
    if (request !== this.request) return;
    this.backoff.reset();
    this.readyTimeouts = 0;
    await this.begin();
  }

  /** What the service has to do now; null when it does not say, and where none of ours runs. */
  activity(): Promise<Activity | null> {
    const { child } = this;
    if (child === null || this.ready === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.parts.clock.after(ACTIVITY_LIMIT, () => resolve(null));
      this.activityWaiters.push(resolve);
      child.send({ type: 'activity' });
    });
  }

  private async begin(): Promise<void> {
    this.wanted = true;
    const request = this.request;
    this.enter({ state: 'starting' });
    const found = await this.parts.probe();
    if (request !== this.request) return;
    if (found === null) this.fork();
    else this.attach(found);
  }

  private fork(): void {
    this.ready = null;
    this.status = null;
    this.portal = null;
    this.reported = null;
    this.leaving = null;
    let child: ServiceChild;
    try {
      child = this.parts.fork();
    } catch (error) {
      this.restartLater(`The service could not be launched: ${String(error)}`);
      return;
    }
    this.child = child;
    child.onMessage((message) => {
      if (child === this.child) this.hear(message);
    });
    child.onEnd((end) => {
      if (child === this.child) this.ended(end);
    });
    this.expectReady();
  }

  private expectReady(): void {
    this.cancelReadyLimit();
    const limit = Math.min(READY_LIMIT * 2 ** this.readyTimeouts, LONGEST_READY_LIMIT);
    this.cancelReadyLimit = this.after(limit, () => {
      this.readyTimeouts += 1;
      this.reported = { code: -1, text: `The service was not ready within ${limit / 1000} s.` };
      this.terminate();
    });
  }

  private hear(value: unknown): void {
    const message = readServiceMessage(value);
    if (!message) {
      this.parts.log('Ignored a message of the service that this shell does not know.');
      return;
    }
    if (message.type === 'failed') {
      this.reported = { code: message.code, text: message.text };
      return;
    }
    if (message.type === 'activity') {
      const { type: _type, ...activity } = message;
      for (const tell of this.activityWaiters.splice(0)) tell(activity);
      return;
    }
    if (message.type === 'leaving') {
      this.leaving = { waiting: message.waiting };
      return;
    }
    if (message.type === 'portal') this.portal = message.url;
    else if (message.type === 'status') this.status = { ready: message.ready, problems: message.problems };
    else if (this.ready === null) {
      this.cancelReadyLimit();
      this.readyTimeouts = 0;
      this.after(STABLE_AFTER, () => this.backoff.reset());
      this.ready = { url: message.url };
    }
    if (!this.wanted) return;
    if (this.ready === null) {
      // Busy opening its journal, but alive.
      this.expectReady();
      return;
    }
    const { ready, problems } = this.status ?? { ready: true, problems: [] };
    const portal = this.portal === null ? {} : { portal: this.portal };
    this.enter({ state: ready ? 'ready' : 'notReady', url: this.ready.url, problems, ...portal });
  }

  private ended(end: ServiceEnd): void {
    const wasReady = this.ready !== null;
    const reported = this.reported;
    this.child = null;
    this.ready = null;
    this.cancelTimers();
    this.parts.log(`The service ended with code ${end.code}${end.crashed ? ' (crash)' : ''}.`);
    for (const tell of this.endWaiters.splice(0)) tell();
    for (const tell of this.activityWaiters.splice(0)) tell(null);
    if (!this.wanted) return;
    const reason = failureReason(end, reported, wasReady);
    if (reason === null) {
      const wished = end.crashed ? null : this.leaving;
      this.restartLater(reported?.text ?? `The service ended with code ${end.code}.`, wished);
      return;
    }
    this.enter({ state: 'failed', reason, text: reported?.text ?? '' });
    // The holder of the port or of the data may be a register that is itself still starting.
    if (reason === 'portTaken' || reason === 'dataRootInUse') void this.look();
  }

  private restartLater(text: string, wished: { waiting: number } | null = null): void {
    const { attempt, delay } = this.backoff.next();
    const at = new Date(this.parts.clock.now().getTime() + delay).toISOString();
    this.enter({ state: 'restarting', at, attempt, text, ...(wished && { wished }) });
    this.after(delay, () => void this.begin());
  }

  private attach(found: Found): void {
    this.backoff.reset();
    this.enter({ state: 'attached', ...found });
    this.after(WATCH_EVERY, () => void this.look());
  }

  /**
   * Looks again at a register that is not ours. One that disappears is not
   * replaced by a service of our own: it may be restarting, and receipts would
   * go to another data root. A person may decide so by "restart".
   */
  private async look(misses = 0): Promise<void> {
    const request = this.request;
    const found = await this.parts.probe();
    if (request !== this.request) return;
    if (found !== null) {
      this.attach(found);
      return;
    }
    const missed = misses + 1;
    if (this.current.state === 'attached' && missed >= MISSES_ALLOWED) {
      this.enter({ state: 'failed', reason: 'attachedLost', text: '' });
    }
    this.after(WATCH_EVERY, () => void this.look(missed));
  }

  private async halt(): Promise<void> {
    this.wanted = false;
    this.cancelTimers();
    if (this.child) {
      const gone = new Promise<void>((resolve) => this.endWaiters.push(resolve));
      this.child.send({ type: 'stop' });
      this.after(STOP_GRACE, () => this.terminate());
      await gone;
    }
    if (!this.wanted) this.enter({ state: 'stopped' });
  }

  /** The next start must find the data root free, so nothing goes on before the end is certain. */
  private terminate(): void {
    const child = this.child;
    child?.kill();
    this.after(KILL_GRACE, () => {
      child?.forceKill();
      // Even if the system never tells of the end: the next start finds out whether the data is free.
      this.after(KILL_GRACE, () => this.ended({ code: -1, crashed: true }));
    });
  }

  private after(delay: number, call: () => void): () => void {
    const cancel = this.parts.clock.after(delay, () => {
      this.cancels.delete(cancel);
      call();
    });
    this.cancels.add(cancel);
    return cancel;
  }

  private cancelTimers(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }

  private enter(state: ServiceState): void {
    if (JSON.stringify(state) === JSON.stringify(this.current)) return;
    this.current = state;
    this.parts.log(`Service: ${JSON.stringify(state)}`);
    for (const listener of [...this.listeners]) listener(state);
  }
}
