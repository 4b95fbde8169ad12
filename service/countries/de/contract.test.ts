import { contractSuite } from '../contract.suite.ts';
import { germany } from './testing/example.ts';

contractSuite(germany);
