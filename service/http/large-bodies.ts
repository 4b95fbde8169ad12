/**
 * Large bodies are read on a thread of their own, one after another, and within a time:
 * what a body is made of must not keep the receipts of other tills waiting, even if it
 * should hit a mistake of ours. What comes back is put together in small steps.
 */
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bodyFormat } from '../receipt/body.ts';
import { issue } from '../receipt/issue.ts';
import type { LargeBody, LargeRead } from './large-body.ts';

/** Longer bodies are read on the thread; a receipt of 1000 positions is shorter, and what is costs 60 ms at most. */
export const LARGE_BYTES = 262_144;

/** Bounds in milliseconds: of reading one body, and until a thread ends that has nothing to read. */
export interface ReadingLimits {
  time: number;
  idle: number;
}

/**
 * A till gives up after 10 s (doc 2); a sale of 5 MB takes 1 s. The memory is bounded by the length
 * alone: V8 ends the whole program when a thread asks for more than it was given.
 */
const LIMITS: ReadingLimits = { time: 8000, idle: 60_000 };

/** Reads large bodies. */
export class LargeBodies {
  private readonly limits: ReadingLimits;
  private readonly program: URL;
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  /** @param program in place of the reader, for tests */
  constructor(limits: Partial<ReadingLimits> = {}, program = threadProgram()) {
    this.limits = { ...LIMITS, ...limits };
    this.program = program;
  }

  /** Reads a body; BAD when that takes too much time. */
  async read(body: LargeBody): Promise<LargeRead> {
    const mine = this.last.then(() => this.ask(body));
    this.last = mine.catch(() => undefined);
    const read = await mine;
    if ('lists' in read && read.read.tra) {
      const { ESR } = read.read.tra;
      for (const [name, texts] of Object.entries(read.lists)) {
        const list = ESR[name] as unknown[];
        for (const text of texts) {
          list.push(...(JSON.parse(text) as unknown[]));
          await setImmediate();
        }
      }
    }
    return read;
  }

  /** Ends the thread; the next body starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = null;
    await thread?.terminate();
  }

  private ask(body: LargeBody): Promise<LargeRead> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(late);
        thread.off('message', done).off('error', failed);
        settle();
      };
      const tooLate = () => {
        void this.close();
        const format = bodyFormat(body.contentType, Buffer.from(body.bytes.subarray(0, 64)));
        const text = `reading the body takes more than ${this.limits.time} ms; send less in one receipt`;
        resolve({ format, issue: issue('#BODY', '', text) });
      };
      const done = (read: LargeRead) =>
        end(() => {
          this.idle = setTimeout(() => void this.close(), this.limits.idle).unref();
          resolve(read);
        });
      const failed = (error: Error) =>
        end(() => {
          this.thread = null;
          reject(error);
        });
      const late = setTimeout(() => end(tooLate), this.limits.time);
      thread.on('message', done).on('error', failed);
      thread.postMessage(body);
    });
  }

  private start(): Worker {
    const thread = new Worker(this.program, { env: {}, argv: [], execArgv: [] });
    // A thread that is being ended may still report an error.
    thread.on('error', () => undefined);
    thread.unref();
    return thread;
  }
}

function threadProgram(): URL {
  return new URL(`./body-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
}
