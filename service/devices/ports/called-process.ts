/**
 * A process of its own for native code, and the calls that are under way in it: a
 * library that crashes, or never answers, takes that process away and not the
 * service. It is started when it is needed, and again after a while when it has ended.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startNode } from '../../node-process.ts';

/** From the process: whether it has its package, and an answer to each call; all else is news of its own. */
export type Said<Loaded, Fault> =
  { loaded: Loaded } | { missing: string } | { id: number; result: unknown } | { id: number; fault: Fault };

/** What processes of a kind have in common. */
export interface CalledProgram<Fault> {
  /** What it is called in errors: `the usb process`. */
  name: string;
  /** Path of the file, {@link programBeside}. */
  file: string;
  args: readonly string[];
  /** A process that takes longer to load its package is ended, ms. */
  startMs: number;
  /** Pauses before a process that ended is started again, ms; the last one counts from then on. */
  pausesMs: readonly number[];
  /** Why there is no process: the package cannot be used, or the last process has ended just now. */
  missing: (text: string) => Error;
  resting: (text: string) => Error;
  /** What a call hears whose process has ended. */
  lost: (text: string) => Error;
  /** What a call hears that was not done. */
  failed: (fault: Fault) => Error;
}

/** A process that runs. */
export interface CalledChild<Loaded> {
  /** What it told of its package. */
  loaded: Loaded;
  /** Resolves, with what its calls hear, when it has ended. */
  ended: Promise<Error>;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

interface Running<Loaded> {
  child: ChildProcess;
  since: number;
  ready: Promise<CalledChild<Loaded>>;
  /** Null until it has its package. */
  called: CalledChild<Loaded> | null;
  pending: Map<number, Pending>;
  gone: (why: string) => void;
}

/** A process that ran this long is well, ms. */
const WELL_MS = 60_000;

/** Starts the process, and speaks with it. */
export class CalledProcess<Loaded, Fault, News = never> {
  private readonly program: CalledProgram<Fault>;
  private readonly hear: (news: News) => void;
  private running: Running<Loaded> | null = null;
  /** Why the package cannot be loaded: that stays so until the service is started anew. */
  private missing: string | null = null;
  private failures = 0;
  private last: { at: number; why: string } | null = null;
  private lastId = 0;

  /** @param hear is told what is neither an answer nor about the package */
  constructor(program: CalledProgram<Fault>, hear: (news: News) => void = () => undefined) {
    this.program = program;
    this.hear = hear;
  }

  /** Id of the process; null while there is none. */
  get pid(): number | null {
    return this.running?.child.pid ?? null;
  }

  /** The process, ready to be asked. */
  async start(): Promise<CalledChild<Loaded>> {
    if (this.missing !== null) throw this.program.missing(this.missing);
    this.running ??= this.begin();
    return this.running.ready;
  }

  /**
   * Asks a process.
   * @param child the one that is meant; null for whichever runs, or is started for it
   * @param patienceMs without an answer for so long it is ended; undefined: it may take as long as it does
   */
  async call(
    child: CalledChild<Loaded> | null,
    what: { call: string },
    patienceMs?: number,
  ): Promise<unknown> {
    const meant = child ?? (await this.start());
    const { running } = this;
    if (running?.called !== meant) throw this.lost('it ended');
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      const id = this.lastId;
      const late = () => this.end(`it did not answer (${what.call})`, running);
      const timer = patienceMs === undefined ? undefined : setTimeout(late, patienceMs);
      running.pending.set(id, { resolve, reject, timer });
      // Its end rejects what is pending.
      running.child.send({ ...what, id }, (error) => error && this.end(error.message, running));
    });
  }

  /** Ends the process; the next one is started without a pause. */
  close(): void {
    this.end('closed');
    this.last = null;
  }

  private begin(): Running<Loaded> {
    const { name, file, args, startMs, pausesMs, missing, resting } = this.program;
    const pause = pausesMs[Math.min(this.failures, pausesMs.length) - 1] ?? 0;
    if (this.last && performance.now() - this.last.at < pause)
      throw resting(`${name} ended: ${this.last.why}`);
    const child = startNode(file, args, { serialization: 'advanced' });
    // Must not keep a service alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    const loading = Promise.withResolvers<CalledChild<Loaded>>();
    loading.promise.catch(() => undefined);
    const ended = Promise.withResolvers<Error>();
    const slow = setTimeout(() => this.end('it did not start', running), startMs);
    const running: Running<Loaded> = {
      child,
      since: performance.now(),
      ready: loading.promise,
      called: null,
      pending: new Map(),
      gone: (why) => {
        clearTimeout(slow);
        if (this.running === running) {
          this.running = null;
          this.failures = performance.now() - running.since > WELL_MS ? 1 : this.failures + 1;
          this.last = { at: performance.now(), why };
        }
        const error = this.lost(why);
        loading.reject(this.missing === null ? resting(error.message) : missing(this.missing));
        for (const { reject, timer } of running.pending.values()) {
          clearTimeout(timer);
          reject(error);
        }
        running.pending.clear();
        ended.resolve(error);
      },
    };
    child.on('message', (message) => {
      const said = message as Said<Loaded, Fault>;
      if ('loaded' in said) {
        clearTimeout(slow);
        running.called = { loaded: said.loaded, ended: ended.promise };
        loading.resolve(running.called);
      } else if ('missing' in said) this.missing = said.missing;
      else if ('id' in said) this.settle(running, said);
      else this.hear(message as News);
    });
    child.on('error', (error) => running.gone(error.message));
    child.on('exit', (code, signal) => running.gone(signal ?? `exit code ${code}`));
    return running;
  }

  private settle({ pending }: Running<Loaded>, said: Extract<Said<Loaded, Fault>, { id: number }>): void {
    const call = pending.get(said.id);
    if (!call) return;
    pending.delete(said.id);
    clearTimeout(call.timer);
    if ('fault' in said) call.reject(this.program.failed(said.fault));
    else call.resolve(said.result);
  }

  private end(why: string, running = this.running): void {
    running?.gone(why);
    running?.child.kill('SIGKILL');
  }

  private lost(why: string): Error {
    return this.program.lost(`${this.program.name} ended: ${why}`);
  }
}

/**
 * Path of a program that lies beside a file; beside the service when both are bundled (build/scripts/programs.ts).
 * @param url `import.meta.url` of the file
 */
export function programBeside(url: string, name: string): string {
  return fileURLToPath(new URL(`./${name}.${url.endsWith('.ts') ? 'ts' : 'js'}`, url));
}
