/**
 * The portal beside the register, in a process of its own: whatever it does,
 * and however it fails, receipts are neither lost nor late. It is started
 * when somebody wants it, and again until it runs.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { startNode } from '../node-process.ts';
import { BESIDE, type BesideCompany, type PortalMessage, type RegisterMessage } from '../portal/beside.ts';
import { PortTakenError } from '../http/door/listen.ts';
import type { Problem } from '../wire.ts';
import { openDoor, type PortalDoor } from './portal-door.ts';

/** What to start. */
export interface PortalWish {
  /** Port that it listens on; 0 for any free one. */
  port: number;
}

/** How a portal is run. */
export interface PortalProcessOptions extends PortalWish {
  /** Data root of the register; the portal's data are in its folder `portal`. */
  dataRoot: string;
  log: Log;
  /** Called when {@link PortalProcess.problems} has changed. */
  changed: () => void;
  /** Whether it is to run at once; it waits for its first visitor otherwise. */
  isWanted: boolean;
  /** Time between two attempts to start it. */
  pauseMs?: number;
  /** Program in place of the portal, for tests. */
  program?: string;
}

/** How the last start ended. */
export type PortalState =
  | { state: 'starting' }
  /** Nobody has wanted it yet: connecting starts it. */
  | { state: 'waiting'; url: string }
  | { state: 'running'; url: string }
  | { state: 'failed'; problem: Problem; text: string };

const PAUSE_MS = 30_000;
/** So long may it finish what is in work; less than the register has itself. */
const STOP_MS = 3500;
/** As much of what a crash has written is enough to see why. */
const MOST_WRITTEN = 4000;

/** Starts a portal, watches it, and stops it. */
export class PortalProcess {
  private readonly options: PortalProcessOptions;
  private port: number;
  private child: ChildProcess | null = null;
  private state: PortalState = { state: 'starting' };
  private retry: NodeJS.Timeout | null = null;
  private isStopping = false;
  private isWanted: boolean;
  private door: PortalDoor | null = null;
  private asked = 0;
  private readonly badges = new Map<number, (told: { badge: string | null; text: string }) => void>();
  private readonly waiting: ((state: PortalState) => void)[] = [];
  private readonly firstReachable = Promise.withResolvers<string>();

  constructor(options: PortalProcessOptions) {
    this.options = options;
    this.port = options.port;
    this.isWanted = options.isWanted;
  }

  /** Starts it, or waits for somebody to want it; {@link settled} tells how that ended. */
  start(): void {
    if (this.isWanted) this.launch();
    else void this.openDoor();
  }

  /** Starts it where it waits to be wanted. */
  wake(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    if (this.state.state !== 'waiting') return;
    this.state = { state: 'starting' };
    this.launch();
  }

  private async openDoor(): Promise<void> {
    try {
      this.door = await openDoor(this.port, () => this.wake());
    } catch (error) {
      if (error instanceof PortTakenError) this.failedAtPort();
      else this.failed((error as Error).message);
      return;
    }
    const { url, port } = this.door;
    if (this.isStopping) return this.closeDoor();
    this.port = port;
    if (this.isWanted) return this.launch();
    this.options.log.info(`portal on ${url}, started when somebody connects`);
    this.isReachable({ state: 'waiting', url });
  }

  private closeDoor(): void {
    this.door?.leave();
    this.door?.turnAway();
    this.door = null;
  }

  private launch(): void {
    const { dataRoot, program = portalProgram() } = this.options;
    const child = startNode(program, ['--data-root', dataRoot, '--port', String(this.port)], {
      env: { ...process.env, [BESIDE]: '1' },
      stderr: 'pipe',
    });
    this.child = child;
    let written = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      written = (written + text).slice(-MOST_WRITTEN);
    });
    let why: PortalMessage | null = null;
    child.on('message', (message: PortalMessage) => {
      if (message.type === 'opened') this.leavePort(child);
      else if (message.type === 'listening') this.isRunning(message);
      else if (message.type === 'badge') this.badges.get(message.id)?.(message);
      else why = message;
    });
    child.on('error', (error) => this.failed(error.message));
    child.on('close', (code, signal) => {
      if (this.child === child) this.child = null;
      if (why?.type === 'port') this.failedAtPort();
      else this.failed(lastLine(written) || `it ended with ${signal ?? `exit code ${code}`}`);
    });
    // It must not keep a service alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    (child.stderr as unknown as { unref(): void }).unref();
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** What a manager should know. */
  get problems(): Problem[] {
    return this.state.state === 'failed' ? [this.state.problem] : [];
  }

  /**
   * How the first start has ended.
   * @param ms longest time to wait; then it is still starting
   */
  settled(ms: number): Promise<PortalState> {
    if (this.state.state !== 'starting') return Promise.resolve(this.state);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      setTimeout(() => resolve(this.state), ms).unref();
    });
  }

  /** Its address while it runs, or starts for whoever connects; null otherwise. */
  get url(): string | null {
    return 'url' in this.state ? this.state.url : null;
  }

  /** Its address once it can be reached, after however many starts; it keeps that. */
  get reachable(): Promise<string> {
    return this.firstReachable.promise;
  }

  /**
   * A badge of the company of a register, which the portal gets to know by that.
   * @throws Error that says why there is none
   */
  async badgeFor(company: BesideCompany): Promise<string> {
    const child = this.child;
    if (this.state.state !== 'running' || !child?.connected) throw new Error('the portal does not run');
    const id = ++this.asked;
    const message: RegisterMessage = { type: 'badge', id, company };
    const answered = new Promise<string>((resolve, reject) => {
      const ended = () => reject(new Error('the portal does not run'));
      child.once('exit', ended);
      this.badges.set(id, ({ badge, text }) => {
        child.off('exit', ended);
        if (badge === null) reject(new Error(text));
        else resolve(badge);
      });
    });
    child.send(message);
    return answered.finally(() => this.badges.delete(id));
  }

  /** Lets it finish what is in work, and ends it. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.closeDoor();
    if (this.retry) clearTimeout(this.retry);
    const child = this.child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const ended = once(child, 'exit');
    // What it waits for, on every operating system.
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(late);
  }

  /** Its database is open. It gets the port, so that for nobody there was none. */
  private leavePort(child: ChildProcess): void {
    this.door?.leave();
    child.send({ type: 'listen' } satisfies RegisterMessage);
  }

  private isRunning({ url, port }: PortalMessage & { type: 'listening' }): void {
    this.options.log.info(`portal listening on ${url}`);
    this.door?.letIn();
    this.door = null;
    // Started again, it is found where it was.
    this.port = port;
    this.isReachable({ state: 'running', url });
  }

  private isReachable(state: PortalState & { url: string }): void {
    this.firstReachable.resolve(state.url);
    this.tell(state);
  }

  private failedAtPort(): void {
    const text = `port ${this.port} is taken by another program`;
    this.tryLater(text, { code: 'PORTAL_PORT', severity: 'warning', params: { port: this.port } });
  }

  private failed(reason: string): void {
    this.tryLater(reason, { code: 'PORTAL_FAILED', severity: 'warning', params: { reason } });
  }

  private tryLater(text: string, problem: Problem): void {
    if (this.isStopping || this.retry) return;
    this.closeDoor();
    const isKnown = this.state.state === 'failed' && this.state.text === text;
    if (!isKnown) this.options.log.error(`the portal does not run, selling goes on: ${text}`);
    this.retry = setTimeout(() => {
      this.retry = null;
      this.start();
    }, this.options.pauseMs ?? PAUSE_MS).unref();
    this.tell({ state: 'failed', problem, text });
  }

  private tell(state: PortalState): void {
    this.state = state;
    for (const resolve of this.waiting.splice(0)) resolve(state);
    this.options.changed();
  }
}

/** What a program says at last is why it ends. */
function lastLine(written: string): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  // Node's own report of a crash: the stack follows the reason, its version ends it.
  const told = lines.findLast((line) => /^(tillmark: |\w*Error\b)/.test(line)) ?? lines.at(-1) ?? '';
  return told.replace(/^tillmark: /, '');
}

/** Beside this file; beside the service when it is bundled (build/scripts/parts.ts). */
function portalProgram(): string {
  const file = import.meta.url.endsWith('.ts') ? '../portal/start.ts' : './portal.js';
  return fileURLToPath(new URL(file, import.meta.url));
}
