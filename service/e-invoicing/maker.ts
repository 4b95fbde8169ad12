/** Has invoices written by the library, on a thread of its own, one after another and within a time. */
import { Worker } from 'node:worker_threads';
import type { InvoiceFormat } from './formats.ts';
import { libraryInput } from './library-input.ts';
import type { MakeAnswer, MakeRequest, ThreadMessage } from './maker-thread.ts';
import type { Invoice } from './model.ts';

/** A till waits 10 s (doc 2); the first invoice takes 600 ms. */
const LONGEST_MS = 8000;
/** The thread ends when nothing was written for so long: it takes some 80 MB. */
const IDLE_MS = 60_000;

/** A thread, and when the library is loaded there. */
interface Started {
  worker: Worker;
  ready: Promise<void>;
}

/** Writes invoices. */
export class Maker {
  private readonly longestMs: number;
  private thread: Started | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  /** @param longestMs time for an invoice, ms */
  constructor(longestMs = LONGEST_MS) {
    this.longestMs = longestMs;
  }

  /** The XML of an invoice; `problem` says in English why there is none, and whether a repetition may help. */
  async make(
    invoice: Invoice,
    format: InvoiceFormat,
  ): Promise<{ xml: string } | { problem: string; mayRepeat: boolean }> {
    const request = { input: libraryInput(invoice, format), format: format.syntax };
    const mine = this.last.then(() => this.ask(request));
    this.last = mine.catch(() => undefined);
    try {
      const answer = await mine;
      return 'xml' in answer ? answer : { ...answer, mayRepeat: false };
    } catch (error) {
      return { problem: `the invoice could not be written: ${(error as Error).message}`, mayRepeat: true };
    }
  }

  /** Ends the thread; the next invoice starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = null;
    await thread?.worker.terminate();
  }

  private async ask(request: MakeRequest): Promise<MakeAnswer> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    const { worker, ready } = thread;
    let isReady = false;
    const { promise, resolve, reject } = Promise.withResolvers<MakeAnswer>();
    const done = (message: ThreadMessage) => {
      if (message !== 'ready') resolve(message);
    };
    const failed = (error: Error) => {
      if (this.thread === thread) this.thread = null;
      reject(error);
    };
    const exited = () => failed(new Error('its thread has ended'));
    const tooLate = () => {
      // On a busy machine loading alone may take so long: who asks again finds it done.
      if (isReady) void this.close();
      reject(new Error(`it takes more than ${this.longestMs} ms`));
    };
    const late = setTimeout(tooLate, this.longestMs);
    worker.on('message', done).on('error', failed).on('exit', exited);
    try {
      await Promise.race([ready, promise]);
      isReady = true;
      worker.postMessage(request);
      return await promise;
    } finally {
      clearTimeout(late);
      worker.off('message', done).off('error', failed).off('exit', exited);
      this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  private start(): Started {
    const worker = new Worker(threadProgram(), { env: {}, argv: [], execArgv: [] });
    // A thread that is being ended may still report an error.
    worker.on('error', () => undefined);
    worker.unref();
    const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()));
    return { worker, ready };
  }
}

function threadProgram(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './maker-thread.ts' : './invoice-thread.js', import.meta.url);
}
