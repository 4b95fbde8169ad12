import { contractSuite } from '../contract.suite.ts';
import { portugal } from './testing/example.ts';

contractSuite(portugal);
