/**
 * Large bodies are read on a thread of their own, one after another, and within a time:
 * what a body is made of must not keep the receipts of other tills waiting, even if it
 * should hit a mistake of ours. What comes back is put together in small steps.
 */
import { setImmediate } from 'node:timers/promises';
import { bodyFormat } from '../../receipt/body.ts';
import { issue } from '../../receipt/issue.ts';
import { LateError, TaskThread, type TaskLimits } from '../../threads/task-thread.ts';
import type { LargeBody, LargeRead } from './large-body.ts';

/** Longer bodies are read on the thread; a receipt of 1000 positions is shorter, and what is costs 60 ms at most. */
export const LARGE_BYTES = 262_144;

/**
 * A till gives up after 10 s (doc 2); a sale of 5 MB takes 1 s. The memory is bounded by the length alone.
 */
const LIMITS: TaskLimits = { time: 8000, idle: 60_000 };

/** Reads large bodies. */
export class LargeBodies {
  private readonly time: number;
  private readonly thread: TaskThread<LargeBody, LargeRead>;

  /** @param program in place of the reader, for tests */
  constructor(limits: Partial<TaskLimits> = {}, program = threadProgram()) {
    const all = { ...LIMITS, ...limits };
    this.time = all.time;
    this.thread = new TaskThread(program, all);
  }

  /** Reads a body; BAD when that takes too much time. */
  async read(body: LargeBody): Promise<LargeRead> {
    const read = await this.thread.ask(body).catch((error: unknown): LargeRead => {
      if (!(error instanceof LateError)) throw error;
      const format = bodyFormat(body.contentType, Buffer.from(body.bytes.subarray(0, 64)));
      const text = `reading the body takes more than ${this.time} ms; send less in one receipt`;
      return { format, issue: issue('#BODY', '', text) };
    });
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
  close(): Promise<void> {
    return this.thread.close();
  }
}

function threadProgram(): URL {
  return new URL(`./body-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
}
