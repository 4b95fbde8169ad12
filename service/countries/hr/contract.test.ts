import { contractSuite } from '../contract.suite.ts';
import { croatia } from './testing/example.ts';

contractSuite(croatia);
