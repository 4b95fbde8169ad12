/** Numbers that look random and are the same for the same seed. */

/** Draws a whole number from 0 to below another one. */
export type Draw = (below: number) => number;

/** @param seed whole number */
export function randomNumbers(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of a list. */
export function oneOf<T>(draw: Draw, list: readonly T[]): T {
  return list[draw(list.length)]!;
}
