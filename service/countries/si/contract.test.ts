import { contractSuite } from '../contract.suite.ts';
import { slovenia } from './testing/example.ts';

contractSuite(slovenia);
