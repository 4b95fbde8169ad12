import { it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { contractSuite } from '../../contract.suite.ts';
import { bizkaia } from './testing/example.ts';

const isNight = runs(1) > 1;

// What is different from Spain's other systems stands in life.test.ts: the suite would say the same twice each time.
if (isNight) contractSuite(bizkaia);
it.skipIf(!isNight)('Spain goes through the suite with TicketBAI, too (at night alone)', () => undefined);
