/** Work that goes on side by side, but one after another within a lane. */

/** A bounded number of tasks in lanes. */
export class Lanes {
  private readonly most: number;
  private readonly ends = new Map<string, Promise<void>>();
  private readonly running = new Set<Promise<void>>();

  /** @param most tasks at a time, those that wait for their lane included */
  constructor(most: number) {
    this.most = most;
  }

  /** Resolves when one more task may be given. */
  async free(): Promise<void> {
    while (this.running.size >= this.most) await Promise.race(this.running);
  }

  /** Runs a task, which must not reject, after all earlier ones of its lane. */
  run(lane: string, task: () => Promise<void>): void {
    const end = (this.ends.get(lane) ?? Promise.resolve()).then(task).then(() => {
      this.running.delete(end);
      if (this.ends.get(lane) === end) this.ends.delete(lane);
    });
    this.ends.set(lane, end);
    this.running.add(end);
  }

  /** Resolves when everything given so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }
}
