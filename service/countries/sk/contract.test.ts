import { contractSuite } from '../contract.suite.ts';
import { slovakia } from './testing/example.ts';

contractSuite(slovakia);
