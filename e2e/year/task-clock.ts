import { AsyncLocalStorage } from 'node:async_hooks';
import type { SteadyClock } from '../../service/clock.ts';

/**
 * A clock that shows each task the time it was given, so that several tills can
 * live through a day side by side, each at its own pace.
 */
export class TaskClock implements SteadyClock {
  private readonly times = new AsyncLocalStorage<number>();

  now(): number {
    const time = this.times.getStore();
    if (time === undefined) throw new Error('nobody has said what time it is');
    return time;
  }

  elapsed(): number {
    return performance.now();
  }

  /** Runs a task, and whatever follows from it, at a local time, `YYYY-MM-DDThh:mm:ss`. */
  at<T>(time: string, task: () => T): T {
    return this.times.run(Date.parse(time), task);
  }
}
