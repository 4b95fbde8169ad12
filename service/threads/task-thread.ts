/** Threads for tasks that take seconds and are seldom wanted, one after another and each within a time. */
import { Worker } from 'node:worker_threads';

/** Bounds in milliseconds: of one task, and until a thread ends that has nothing to do. */
export interface TaskLimits {
  time: number;
  idle: number;
}

/** A task took more than its time. */
export class LateError extends Error {}

/** A thread, and when its program is loaded. */
interface Started {
  worker: Worker;
  loaded: Promise<void>;
}

/**
 * A thread that is started when it is wanted. Its program is one of `do-tasks.ts`.
 * It has no memory bound of its own: V8 ends the whole program when a thread asks for more than it was given.
 */
export class TaskThread<Task, Result> {
  private readonly program: URL;
  private readonly limits: TaskLimits;
  private thread: Started | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(program: URL, limits: TaskLimits) {
    this.program = program;
    this.limits = limits;
  }

  /**
   * Has a task done when its turn has come.
   * @throws LateError; an error that ended the thread, also when it was closed meanwhile
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
    await thread?.worker.terminate();
  }

  private async perform(task: Task): Promise<Result> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    const { worker, loaded } = thread;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let isLoaded = false;
    const failed = (error: Error) => {
      if (this.thread === thread) this.thread = null;
      reject(error);
    };
    const exited = () => failed(new Error('its thread has ended'));
    const tooLate = () => {
      // On a busy machine loading alone may take so long: who asks again finds it done.
      if (isLoaded) void this.close();
      reject(new LateError(`it takes more than ${this.limits.time} ms`));
    };
    const late = setTimeout(tooLate, this.limits.time);
    worker.on('error', failed).on('exit', exited);
    try {
      await Promise.race([loaded, promise]);
      isLoaded = true;
      worker.on('message', resolve);
      worker.postMessage(task);
      return await promise;
    } finally {
      clearTimeout(late);
      worker.off('message', resolve).off('error', failed).off('exit', exited);
      this.idle = setTimeout(() => void this.close(), this.limits.idle).unref();
    }
  }

  private start(): Started {
    const worker = new Worker(this.program, { env: {}, argv: [], execArgv: [] });
    // A thread that is being ended may still report an error.
    worker.on('error', () => undefined);
    worker.unref();
    const loaded = new Promise<void>((resolve) => worker.once('message', () => resolve()));
    return { worker, loaded };
  }
}
