import { contractSuite } from '../contract.suite.ts';
import { italy } from './testing/example.ts';

contractSuite(italy);
