import { contractSuite } from '../../contract.suite.ts';
import { bizkaia } from './testing/example.ts';

contractSuite(bizkaia);
