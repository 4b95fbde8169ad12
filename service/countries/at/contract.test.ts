import { contractSuite } from '../contract.suite.ts';
import { austria } from './testing/example.ts';

contractSuite(austria);
