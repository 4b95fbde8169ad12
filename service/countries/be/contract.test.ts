import { contractSuite } from '../contract.suite.ts';
import { belgium } from './testing/example.ts';

contractSuite(belgium);
