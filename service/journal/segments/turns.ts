/** Steps of others that touch the journal files, each in its turn between the writing of them. */
export class Turns {
  private readonly waiting: { take: () => Promise<void>; leave: (reason: Error) => void }[] = [];

  /** True when nobody waits. */
  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /**
   * Waits for a turn, and takes a step in it.
   * @param signal says that it waits no longer; a step that has begun is not ended by it
   */
  ask<T>(step: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const left = () => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      const turn = {
        take: () => {
          signal.removeEventListener('abort', left);
          return step().then(resolve, reject);
        },
        leave: (reason: Error) => {
          signal.removeEventListener('abort', left);
          reject(reason);
        },
      };
      this.waiting.push(turn);
      if (signal.aborted) left();
      else signal.addEventListener('abort', left);
    });
  }

  /** Lets the one take its step who waits for longest. Never rejects. */
  async next(): Promise<void> {
    await this.waiting.shift()?.take();
  }

  /** Tells all who wait that there will be no turn. */
  close(): void {
    for (const turn of this.waiting.splice(0)) turn.leave(new Error('the journal files are closed'));
  }
}
