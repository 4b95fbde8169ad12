/**
 * Settings of V8 for a program that answers one short request after the other, and rests in
 * between. What each is worth stands in docs/performance.md.
 */
import { setFlagsFromString } from 'node:v8';

/** Set at the start. */
export const FROM_THE_START = [
  // V8 makes what often survives a collection of the young generation in the old one at once. Here these
  // are pieces of requests that came together; whatever they point at would be kept with them until the
  // whole heap is collected.
  '--no-allocation-site-pretenuring',
  // A function that runs once in a sale is compiled after 100 and optimized after 300 of them; it would be
  // after 400 and 3000, which a till sells in weeks.
  '--invocation-count-for-maglev=100',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
  // The whole heap is collected when it is two and a half times of what was in use after the time before.
  // By itself V8 takes four times in busy hours and 1.1 times after each rest, so that the first sales behind
  // one wait for collections of 30 to 50 ms.
  '--heap-growing-percent=150',
];

/**
 * Set when the start is over. In its first two minutes V8 gives memory back whenever the
 * program rests for eight seconds: once what the start needed, which is wanted, later compiled code, so
 * that the next thousand sales would cost three times as much.
 */
export const AFTER_THE_START = '--no-memory-reducer-favors-memory';

const START_MS = 15_000;

/**
 * Sets them for all threads of the process. Not inside Electron, which sets its V8 by itself.
 * A name that V8 does not know is told standard error and ignored.
 */
export function setUpV8(): void {
  if (process.versions.electron !== undefined) return;
  for (const setting of FROM_THE_START) setFlagsFromString(setting);
  setTimeout(() => setFlagsFromString(AFTER_THE_START), START_MS).unref();
}
