/** Looks for devices in all ways at a time. */
import type { Finder, Search } from './contract.ts';
import { nativeFinder } from './native.ts';
import { networkFinder } from './network.ts';
import { queueFinder } from './queues.ts';

/** All ways in which devices are looked for. */
export const FINDERS: readonly Finder[] = [
  nativeFinder('usb'),
  nativeFinder('serial'),
  nativeFinder('hid'),
  queueFinder(),
  networkFinder(),
];

/** Longest search, ms: a person waits for it. */
const SEARCH_MS = 8_000;

/** What each way has found, in the order of {@link FINDERS}. */
export function discover(finders: readonly Finder[] = FINDERS): Promise<Search[]> {
  const signal = AbortSignal.timeout(SEARCH_MS);
  return Promise.all(finders.map((find) => find(signal)));
}
