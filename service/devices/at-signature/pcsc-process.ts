/**
 * The PC/SC library in a process of its own, with the shape of the package: a
 * driver that crashes or a reader that never answers takes this process away and
 * not the service, whose next call starts another one.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startNode } from '../../node-process.ts';
import { UnitError } from './contract.ts';
import type { PcscCard, PcscContext, PcscLibrary, PcscReader } from './pcsc.ts';
import type { PcscAnswer, PcscCall, PcscConnected, PcscConstants, PcscListed } from './pcsc-messages.ts';

/** Settings that only tests change. */
export interface PcscProcessOptions {
  /** Module in place of the package. */
  module?: string;
  /** A call that takes longer ends the process, ms. */
  patienceMs?: number;
  /** A process that takes longer to start is ended, ms. */
  startMs?: number;
  /** A process that ended is not started again sooner, ms. */
  pauseMs?: number;
}

/** Signing takes a card two seconds at most. */
const PATIENCE_MS = 15_000;
/** A busy machine takes its time. */
const START_MS = 60_000;
const PAUSE_MS = 10_000;

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** A process that runs, with what it was asked for. */
interface Running {
  child: ChildProcess;
  /** Rejects when the package cannot be loaded. */
  ready: Promise<PcscConstants>;
  pending: Map<number, Pending>;
  /** It has ended: rejects everything. */
  gone: (why: string) => void;
}

/** Starts the process when it is needed, and again when it has ended. */
export class PcscProcess {
  private readonly options: PcscProcessOptions;
  private running: Running | null = null;
  /** Why the package cannot be loaded: that stays so until the service is started anew. */
  private missing: string | null = null;
  private ended: { at: number; why: string } | null = null;
  private lastId = 0;

  constructor(options: PcscProcessOptions = {}) {
    this.options = options;
  }

  /**
   * The library.
   * @throws UnitError `unreachable` when the package cannot be loaded
   */
  readonly load = async (): Promise<PcscLibrary> => {
    const constants = await this.start().ready;
    const open = () => this.context();
    // The package exports a class; only `new` shows the difference.
    function Context(): PcscContext {
      return open();
    }
    return { ...constants, Context: Context as unknown as PcscLibrary['Context'] };
  };

  /** Id of the process; null while there is none. */
  get pid(): number | null {
    return this.running?.child.pid ?? null;
  }

  /** Ends the process. */
  close(): void {
    this.end('the service lets go of smart cards');
    this.ended = null;
  }

  private context(): PcscContext {
    return {
      listReaders: async () =>
        ((await this.call({ call: 'list' })) as PcscListed[]).map((listed) => this.reader(listed)),
      close: () => undefined,
    };
  }

  private reader({ name, atr }: PcscListed): PcscReader {
    return {
      name,
      atr: atr && Buffer.from(atr),
      connect: async (share, protocols) =>
        this.card((await this.call({ call: 'connect', reader: name, share, protocols })) as PcscConnected),
    };
  }

  private card({ card, atr }: PcscConnected): PcscCard {
    const mine = this.running;
    // Numbers of an earlier process mean nothing to a later one.
    const call = (what: PcscCall) =>
      mine === this.running ? this.call(what) : Promise.reject(new Error('the smart card process ended'));
    return {
      atr: atr && Buffer.from(atr),
      transmit: async (command) =>
        Buffer.from((await call({ call: 'transmit', card, command })) as Uint8Array),
      disconnect: (disposition) => {
        // A card that has gone cannot be let go.
        void call({ call: 'disconnect', card, disposition }).catch(() => undefined);
      },
    };
  }

  private async call(what: PcscCall): Promise<unknown> {
    const { child, ready, pending } = this.start();
    await ready;
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      const id = this.lastId;
      const late = () => this.end(`a reader did not answer (${what.call})`);
      const timer = setTimeout(late, this.options.patienceMs ?? PATIENCE_MS);
      pending.set(id, { resolve, reject, timer });
      // Its end rejects what is pending.
      child.send({ ...what, id }, (error) => error && this.end(error.message));
    });
  }

  private start(): Running {
    if (this.running) return this.running;
    if (this.missing !== null) throw new UnitError('unreachable', this.missing);
    const { pauseMs = PAUSE_MS, startMs = START_MS, module } = this.options;
    if (this.ended && performance.now() - this.ended.at < pauseMs) {
      throw new UnitError('unreachable', `the smart card process ended: ${this.ended.why}`);
    }
    const child = startNode(childFile(), module === undefined ? [] : [module], {
      serialization: 'advanced',
    });
    // Must not keep a service alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    const loading = Promise.withResolvers<PcscConstants>();
    const pending = new Map<number, Pending>();
    const gone = (why: string) => {
      if (this.running === running) {
        this.running = null;
        this.ended = { at: performance.now(), why };
      }
      const text = `the smart card process ended: ${why}`;
      loading.reject(new UnitError('unreachable', text));
      for (const { reject, timer } of pending.values()) {
        clearTimeout(timer);
        // Not the answer of a unit: whoever waits for a card may try again over another connection.
        reject(new Error(text));
      }
      pending.clear();
    };
    const running: Running = { child, ready: loading.promise, pending, gone };
    this.running = running;
    const slow = setTimeout(() => this.end('it did not start'), startMs);
    const started = () => clearTimeout(slow);
    running.ready.then(started, started);
    child.on('message', (message) => {
      const answer = message as PcscAnswer;
      if ('loaded' in answer) loading.resolve(answer.loaded);
      else if ('missing' in answer) {
        this.missing = answer.missing;
        loading.reject(new UnitError('unreachable', answer.missing));
      } else settle(running, answer);
    });
    child.on('error', (error) => gone(error.message));
    child.on('exit', (code, signal) => gone(signal ?? `exit code ${code}`));
    return running;
  }

  private end(why: string): void {
    const running = this.running;
    running?.gone(why);
    running?.child.kill('SIGKILL');
  }
}

function settle(
  { pending }: Running,
  answer: { id: number } & ({ result: unknown } | { error: string }),
): void {
  const call = pending.get(answer.id);
  if (!call) return;
  pending.delete(answer.id);
  clearTimeout(call.timer);
  if ('error' in answer) call.reject(new Error(answer.error));
  else call.resolve(answer.result);
}

/** Beside this file; beside the service when it is bundled (build/scripts/parts.ts). */
function childFile(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./pcsc-child.${ending}`, import.meta.url));
}
