/** One thing at a time: the queue of those who want something of a card. */
import { UnitError } from './contract.ts';

interface Waiting {
  begin(): void;
}

/** A queue. Whoever waits may leave it. */
export class Turns {
  private readonly waiting = new Set<Waiting>();
  private running = false;
  /** The one whose turn it is should have ended, and has not. */
  private overdue = false;

  /**
   * Runs a job when those before it have ended.
   * @param signal ends the waiting; a job under way must look at it itself
   * @throws UnitError `busy` when the signal came before the turn; `timeout` when the job
   * before it hangs; whatever the job throws
   */
  run<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(entry);
        const failure = this.overdue
          ? new UnitError('timeout', 'an earlier command does not come to an end')
          : new UnitError('busy', 'others were served until the time was up');
        reject(failure);
      };
      const entry = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          void this.work(job, signal).then(resolve, reject);
        },
      };
      if (signal.aborted) {
        leave();
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(entry);
      this.next();
    });
  }

  private async work<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const late = () => {
      this.overdue = true;
    };
    signal.addEventListener('abort', late, { once: true });
    try {
      return await job();
    } finally {
      signal.removeEventListener('abort', late);
      this.overdue = false;
      this.running = false;
      this.next();
    }
  }

  private next(): void {
    const [entry] = this.waiting;
    if (this.running || !entry) return;
    this.running = true;
    this.waiting.delete(entry);
    entry.begin();
  }
}
