/** Has invoices written by the library, on a thread of its own, one after another and within a time. */
import { TaskThread } from '../threads/task-thread.ts';
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
  private readonly thread: TaskThread<MakeRequest, MakeAnswer>;

  /** @param longestMs time for an invoice, ms */
  constructor(longestMs = LONGEST_MS) {
    this.thread = new TaskThread(threadProgram(), { time: longestMs, idle: IDLE_MS });
  }

  /** The XML of an invoice; `problem` says in English why there is none, and whether a repetition may help. */
  async make(
    invoice: Invoice,
    format: InvoiceFormat,
  ): Promise<{ xml: string } | { problem: string; mayRepeat: boolean }> {
    const request = { input: libraryInput(invoice, format), format: format.syntax };
    try {
      const answer = await this.thread.ask(request);
      return 'xml' in answer ? answer : { ...answer, mayRepeat: false };
    } catch (error) {
      return { problem: `the invoice could not be written: ${(error as Error).message}`, mayRepeat: true };
    }
  }

  /** Ends the thread; the next invoice starts another one. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

function threadProgram(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './maker-thread.ts' : './invoice-thread.js', import.meta.url);
}
