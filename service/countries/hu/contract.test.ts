import { runs } from '../../testing/runs.ts';
import { contractSuite } from '../contract.suite.ts';
import { cloudHungary } from './testing/cloud.ts';
import { hungary } from './testing/example.ts';

contractSuite(hungary);

// By day cloud.test.ts looks at the register in the cloud.
if (runs(1) > 1) contractSuite(cloudHungary);
