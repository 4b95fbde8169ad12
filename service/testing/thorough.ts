/** Loaded before the tests of a file: properties that say nothing else are tried a hundred times. */
import fc from 'fast-check';
import { runs, SEED } from './runs.ts';

fc.configureGlobal({ numRuns: runs(100), seed: SEED });
