/** The service did what it must not do. */
export class Violation extends Error {}

/** What happened, in numbers, and what must not have happened. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly violations: string[] = [];

  /** Counts; a row of the table at the end. */
  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  /** Keeps the highest value. */
  most(what: string, value: number): void {
    this.counts.set(what, Math.max(this.counts.get(what) ?? 0, Math.round(value)));
  }

  violation(...texts: string[]): void {
    this.violations.push(...texts);
  }

  /** Nothing that comes behind a violation proves anything. */
  get isClean(): boolean {
    return this.violations.length === 0;
  }

  /** Runs work; what it finds is kept here. Other errors are passed on. */
  async watch(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation(error.message);
    }
  }
}
