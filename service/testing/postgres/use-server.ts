/** Lets the tests of a run use the server of server-of-run.ts. */
import { beforeEach, inject } from 'vitest';

const url = inject('postgres');
process.env.TILLMARK_TEST_POSTGRES = url;

// Each of them is counted as skipped: a run that has tested nothing must not look like one that passed.
if (url === '') beforeEach(({ skip }) => skip('there is no PostgreSQL'));
