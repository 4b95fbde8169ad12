import { contractSuite } from '../contract.suite.ts';
import { hungary } from './testing/example.ts';

contractSuite(hungary);
