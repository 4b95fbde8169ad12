/** How many things are done at a time; the others wait in the order in which they came. */
export class Lanes {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Does a step when there is a lane for it. */
  async with<T>(step: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    // Whoever leaves a lane hands it over.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await step();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
