/** Before all tests of vitest: programs that tests run are built from what is there. */
import { buildStale } from '../scripts/fresh.ts';

/** See above. */
export default function setup(): void {
  buildStale(['service']);
}
