import { Maker } from '../maker.ts';

/** A maker that waits longer than a till would: tests share their machine with others. */
export function patientMaker(): Maker {
  return new Maker(60_000);
}
