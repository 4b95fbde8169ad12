import { randomFrom } from '../torture/sales.ts';

/** Random choices that come again with the same seed. */
export class Choices {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  /** A whole number from 0 up to `limit`, which is left out. */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** One of a list. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
