/**
 * Threads for connections. SQLite as Node has it returns when all is done, which
 * for a commit is when the disk has it: the event loop must not wait for that,
 * nor one connection for another.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { SqliteError } from './errors.ts';
import type { Answer, Requests, ThreadData } from './messages.ts';

/** V8's young generation in a thread; what a thread makes is short-lived, and soon handed over. */
const YOUNG_MB = 8;

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A thread that has one connection at a time. */
export class Thread {
  private readonly bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private readonly port: MessagePort;
  /** Requests without an answer, the oldest first. */
  private readonly waiting: Waiting[] = [];

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { port: port2, bell: this.bell };
    this.worker = new Worker(program(), {
      workerData,
      transferList: [port2],
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    // Nobody knows what it was doing then, as after a crash of native code: so it is one of the program.
    this.worker.on('error', (error) => {
      throw error;
    });
    this.worker.unref();
    this.port = port1;
    port1.on('message', ([failure, result]: Answer) => {
      const { resolve, reject } = this.waiting.shift()!;
      if (this.waiting.length === 0) this.worker.unref();
      if (failure === null) resolve(result as never);
      else reject(new SqliteError(failure));
    });
    port1.unref();
  }

  /**
   * Asks the thread. While it works the program does not end by itself.
   * @throws SqliteError
   */
  ask<N extends keyof Requests>(name: N, ...args: Parameters<Requests[N]>): Promise<ReturnType<Requests[N]>> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.worker.ref();
      this.waiting.push({ resolve, reject });
      this.port.postMessage([name, ...args]);
      Atomics.add(this.bell, 0, 1);
      Atomics.notify(this.bell, 0);
    });
  }
}

/** Starting one takes as long as some hundred requests. */
const idle: Thread[] = [];
/** A service has no more connections; each takes some megabytes. */
const MOST_IDLE = 4;

/** A thread that nobody uses. */
export function takeThread(): Thread {
  return idle.pop() ?? new Thread();
}

/** Keeps a thread for the next connection, unless many are kept already. */
export function giveBack(thread: Thread): void {
  if (idle.length < MOST_IDLE) idle.push(thread);
  else void thread.ask('end');
}

/** Beside this file; beside the programs when they are bundled (build/scripts/programs.ts). */
function program(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './sqlite-thread.js', import.meta.url);
}
