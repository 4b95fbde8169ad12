import { runs } from '../../testing/runs.ts';
import { contractSuite } from '../contract.suite.ts';
import { italy, italyWith } from './testing/example.ts';

contractSuite(italy);

// By day its other devices are held against each other in devices.test.ts.
if (runs(1) > 1) {
  contractSuite(italyWith('custom-fp'));
  contractSuite(italyWith('custom-rts'));
}
