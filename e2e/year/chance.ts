/** Decisions of a made-up world: random, and the same again with the same seed. */
import { randomFrom } from '../torture/sales.ts';

/** A source of decisions. */
export class Chance {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + Math.floor(this.random() * (last - first + 1));
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.random() * 100 < share;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }

  /** One of the names, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return entries.at(-1)![0];
  }
}
