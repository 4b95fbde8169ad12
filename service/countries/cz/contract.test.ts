import { contractSuite } from '../contract.suite.ts';
import { czechia } from './testing/example.ts';

contractSuite(czechia);
