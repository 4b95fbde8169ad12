/**
 * Native code in a process of its own (PR20): a library that crashes with the
 * cable, or never returns, takes this process away and not the journal. It is
 * started when it is needed, and again after a while when it has ended.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startNode } from '../../node-process.ts';
import { PortError, type OpenPort, type Port } from './contract.ts';
import type { NativeAddress, NativeCall, NativeDevice, NativeNews, NativeWay } from './native-messages.ts';
import { Received } from './received.ts';

/** Settings that only tests change. */
export interface NativeProcessOptions {
  /** Module in place of the package. */
  module?: string;
  /** Pauses before a process that ended is started again, ms; the last one counts from then on. */
  pausesMs?: readonly number[];
}

const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];
/** A process that ran this long is well, ms. */
const WELL_MS = 60_000;
/** Searching, opening and letting go; writing may take as long as a printer has no paper, ms. */
const PATIENCE_MS = 15_000;
/** A busy machine takes its time, ms. */
const START_MS = 60_000;

interface OpenedPort {
  received: Received;
  end: (error: PortError) => void;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: PortError) => void;
  timer: NodeJS.Timeout | undefined;
}

interface Running {
  child: ChildProcess;
  since: number;
  ready: Promise<void>;
  pending: Map<number, Pending>;
  ports: Map<number, OpenedPort>;
  gone(why: string): void;
}

/** The process of one way. */
export class NativeProcess {
  private readonly way: NativeWay;
  private readonly options: NativeProcessOptions;
  private running: Running | null = null;
  private missing: string | null = null;
  private failures = 0;
  private ended: { at: number; why: string } | null = null;
  private lastId = 0;

  constructor(way: NativeWay, options: NativeProcessOptions = {}) {
    this.way = way;
    this.options = options;
  }

  /** Id of the process; null while there is none. */
  get pid(): number | null {
    return this.running?.child.pid ?? null;
  }

  /** Devices of this moment. @throws PortError `unsupported` where the package cannot be used */
  async list(): Promise<NativeDevice[]> {
    const running = await this.start();
    return (await this.call(running, { call: 'list' }, PATIENCE_MS)) as NativeDevice[];
  }

  /** Opens what is at an address. */
  open(address: NativeAddress): OpenPort {
    return async (signal) => {
      const running = await this.start();
      if (signal.aborted) throw new PortError('silent', `${this.way}: nobody waits any more`);
      this.lastId += 1;
      const port = this.lastId;
      const received = new Received();
      const ended = Promise.withResolvers<PortError | null>();
      // What comes with the opening is kept.
      running.ports.set(port, { received, end: ended.resolve });
      try {
        await this.call(running, { call: 'open', port, address }, PATIENCE_MS);
      } catch (error) {
        running.ports.delete(port);
        throw error;
      }
      return this.portOf(running, port, received, ended);
    };
  }

  /** Ends the process. */
  close(): void {
    this.end('closed');
    this.ended = null;
  }

  private portOf(
    running: Running,
    port: number,
    received: Received,
    ended: PromiseWithResolvers<PortError | null>,
  ): Port {
    return {
      write: async (bytes) => {
        await this.call(running, { call: 'write', port, bytes });
      },
      receive: (listener) => received.listen(listener),
      ended: ended.promise,
      close: async () => {
        running.ports.delete(port);
        // A process that has gone holds nothing.
        await this.call(running, { call: 'close', port }, PATIENCE_MS).catch(() => undefined);
        ended.resolve(null);
      },
    };
  }

  private call(running: Running, what: NativeCall, patienceMs?: number): Promise<unknown> {
    if (this.running !== running) return Promise.reject(this.lost('it ended'));
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      const id = this.lastId;
      const late = () => this.end(`no answer (${what.call})`, running);
      const timer = patienceMs === undefined ? undefined : setTimeout(late, patienceMs);
      running.pending.set(id, { resolve, reject, timer });
      running.child.send({ ...what, id }, (error) => error && this.end(error.message, running));
    });
  }

  private async start(): Promise<Running> {
    if (this.missing !== null) throw new PortError('unsupported', this.missing);
    this.running ??= this.fork();
    const { running } = this;
    await running.ready;
    return running;
  }

  private fork(): Running {
    const pauses = this.options.pausesMs ?? PAUSES_MS;
    const pause = pauses[Math.min(this.failures, pauses.length) - 1] ?? 0;
    if (this.ended && performance.now() - this.ended.at < pause) throw this.lost(this.ended.why);
    const { module } = this.options;
    const child = startNode(childFile(), module === undefined ? [this.way] : [this.way, module], {
      serialization: 'advanced',
    });
    // Must not keep a service alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    const loading = Promise.withResolvers<void>();
    loading.promise.catch(() => undefined);
    const slow = setTimeout(() => this.end('it did not start', running), START_MS);
    const running: Running = {
      child,
      since: performance.now(),
      ready: loading.promise,
      pending: new Map(),
      ports: new Map(),
      gone: (why) => {
        clearTimeout(slow);
        if (this.running === running) {
          this.running = null;
          this.failures = performance.now() - running.since > WELL_MS ? 1 : this.failures + 1;
          this.ended = { at: performance.now(), why };
        }
        const error = this.lost(why);
        loading.reject(this.missing === null ? error : new PortError('unsupported', this.missing));
        for (const { reject, timer } of running.pending.values()) {
          clearTimeout(timer);
          reject(error);
        }
        for (const { end } of running.ports.values()) end(error);
        running.pending.clear();
        running.ports.clear();
      },
    };
    child.on('message', (message) => {
      const news = message as NativeNews;
      if ('loaded' in news) {
        clearTimeout(slow);
        loading.resolve();
      } else if ('missing' in news) this.missing = news.missing;
      else if ('port' in news) tell(running, news);
      else settle(running, news);
    });
    child.on('error', (error) => running.gone(error.message));
    child.on('exit', (code, signal) => running.gone(signal ?? `exit code ${code}`));
    return running;
  }

  private end(why: string, running = this.running): void {
    running?.gone(why);
    running?.child.kill('SIGKILL');
  }

  private lost(why: string): PortError {
    return new PortError('lost', `the ${this.way} process ended: ${why}`);
  }
}

function tell({ ports }: Running, news: Extract<NativeNews, { port: number }>): void {
  const port = ports.get(news.port);
  if ('received' in news) port?.received.push(news.received);
  else port?.end(new PortError(news.fault, news.text));
}

function settle({ pending }: Running, news: Extract<NativeNews, { id: number }>): void {
  const call = pending.get(news.id);
  if (!call) return;
  pending.delete(news.id);
  clearTimeout(call.timer);
  if ('fault' in news) call.reject(new PortError(news.fault, news.text));
  else call.resolve(news.result);
}

/** Beside this file; beside the service when it is bundled (build/scripts/programs.ts). */
function childFile(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./native-child.${ending}`, import.meta.url));
}

/** The processes of this service. */
export const NATIVE: Readonly<Record<NativeWay, NativeProcess>> = {
  usb: new NativeProcess('usb'),
  serial: new NativeProcess('serial'),
  hid: new NativeProcess('hid'),
};
