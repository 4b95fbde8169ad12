import { contractSuite } from '../contract.suite.ts';
import { sweden } from './testing/example.ts';

contractSuite(sweden);
