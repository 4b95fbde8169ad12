/** Has invoices written by the library, on a thread of its own, one after another and within a time. */
import { Worker } from 'node:worker_threads';
import type { InvoiceFormat } from './formats.ts';
import { libraryInput } from './library-input.ts';
import type { MakeAnswer, MakeRequest } from './maker-thread.ts';
import type { Invoice } from './model.ts';

/** A till waits 10 s (doc 2); the first invoice takes 600 ms. */
const LONGEST_MS = 8000;
/** The thread ends when nothing was written for so long: it takes some 80 MB. */
const IDLE_MS = 60_000;

/** Writes invoices. */
export class Maker {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

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
    await thread?.terminate();
  }

  private ask(request: MakeRequest): Promise<MakeAnswer> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(late);
        thread.off('message', done).off('error', failed).off('exit', exited);
        settle();
      };
      const done = (answer: MakeAnswer) =>
        end(() => {
          this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
          resolve(answer);
        });
      const failed = (error: Error) =>
        end(() => {
          this.thread = null;
          reject(error);
        });
      const exited = () => failed(new Error('its thread has ended'));
      const tooLate = () => {
        void this.close();
        failed(new Error(`it takes more than ${LONGEST_MS} ms`));
      };
      const late = setTimeout(tooLate, LONGEST_MS);
      thread.on('message', done).on('error', failed).on('exit', exited);
      thread.postMessage(request);
    });
  }

  private start(): Worker {
    const thread = new Worker(threadProgram(), { env: {}, argv: [], execArgv: [] });
    // A thread that is being ended may still report an error.
    thread.on('error', () => undefined);
    thread.unref();
    return thread;
  }
}

function threadProgram(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './maker-thread.ts' : './invoice-thread.js', import.meta.url);
}
