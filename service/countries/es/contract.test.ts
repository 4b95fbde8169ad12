import { contractSuite } from '../contract.suite.ts';
import { spain } from './testing/example.ts';

contractSuite(spain);
