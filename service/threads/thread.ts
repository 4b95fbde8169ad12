/**
 * Threads for work that returns when all is done: the event loop must not wait for
 * it. Their programs answer with `serve.ts`.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Answer, ThreadData } from './messages.ts';

/** V8's young generation in a thread; what a thread makes is short-lived, and soon handed over. */
const YOUNG_MB = 8;

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A thread that is asked by the names of `Requests`, one request after another. */
export class Thread<Requests extends Record<keyof Requests, (...args: never[]) => unknown>, Failure> {
  private readonly bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private readonly port: MessagePort;
  /** Requests without an answer, the oldest first. */
  private readonly waiting: Waiting[] = [];

  /**
   * Starts a thread.
   * @param program what it runs
   * @param asError what to reject with for what the program tells of an error
   */
  constructor(program: URL, asError: (failure: Failure) => Error) {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { port: port2, bell: this.bell };
    this.worker = new Worker(program, {
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
    port1.on('message', ([failure, result]: Answer<Failure>) => {
      const { resolve, reject } = this.waiting.shift()!;
      if (this.waiting.length === 0) this.worker.unref();
      if (failure === null) resolve(result as never);
      else reject(asError(failure));
    });
    port1.unref();
  }

  /** Asks the thread. While it works the program does not end by itself. */
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
