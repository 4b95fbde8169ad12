import { it } from 'vitest';
import { runs } from '../../../testing/runs.ts';

const isNight = runs(1) > 1;

// What is different from Spain's other systems stands in life.test.ts: the suite would say the same twice each time.
if (isNight) {
  const { contractSuite } = await import('../../contract.suite.ts');
  const { bizkaia } = await import('./testing/example.ts');
  contractSuite(bizkaia);
}
it.skipIf(!isNight)('Spain goes through the suite with TicketBAI, too (at night alone)', () => undefined);
