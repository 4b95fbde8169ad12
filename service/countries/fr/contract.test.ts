import { contractSuite } from '../contract.suite.ts';
import { france } from './testing/example.ts';

contractSuite(france);
