import { contractSuite } from '../contract.suite.ts';
import { poland } from './testing/example.ts';

contractSuite(poland);
