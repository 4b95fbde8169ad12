import { contractSuite } from '../contract.suite.ts';
import { norway } from './testing/example.ts';

contractSuite(norway);
