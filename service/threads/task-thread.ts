/** Threads for tasks that take seconds and are seldom wanted, one after another and each within a time. */
import { Worker } from 'node:worker_threads';

/** Bounds in milliseconds: of one task, and until a thread ends that has nothing to do. */
export interface TaskLimits {
  time: number;
  idle: number;
}

/** A task took more than its time. */
export class LateError extends Error {}

/**
 * A thread that is started when it is wanted. Its program answers each message with one.
 * It has no memory bound of its own: V8 ends the whole program when a thread asks for more than it was given.
 */
export class TaskThread<Task, Result> {
  private readonly program: URL;
  private readonly limits: TaskLimits;
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(program: URL, limits: TaskLimits) {
    this.program = program;
    this.limits = limits;
  }

  /**
   * Has a task done when its turn has come.
   * @throws LateError; an error that ended the thread
   */
  ask(task: Task): Promise<Result> {
    const mine = this.last.then(() => this.perform(task));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Ends the thread; the next task starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = null;
    await thread?.terminate();
  }

  private perform(task: Task): Promise<Result> {
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
        reject(new LateError(`it takes more than ${this.limits.time} ms`));
      };
      const done = (result: Result) =>
        end(() => {
          this.idle = setTimeout(() => void this.close(), this.limits.idle).unref();
          resolve(result);
        });
      const failed = (error: Error) =>
        end(() => {
          this.thread = null;
          reject(error);
        });
      const late = setTimeout(() => end(tooLate), this.limits.time);
      thread.on('message', done).on('error', failed);
      thread.postMessage(task);
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
