import { contractSuite } from '../contract.suite.ts';
import { denmark } from './testing/example.ts';

contractSuite(denmark);
