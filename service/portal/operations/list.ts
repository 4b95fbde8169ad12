/** All operations of the portal's API. */
import type { Operation } from '../api/operation.ts';
import { cloudCredentialOperations } from './cloud-credentials.ts';
import { entityOperations } from './entities.ts';
import { guideOperations } from './guide.ts';
import { registerOperations } from './registers.ts';
import { sessionOperations } from './session.ts';

/** See above; the first one that fits a request answers it. */
export const OPERATIONS: readonly Operation[] = [
  ...entityOperations,
  ...guideOperations,
  ...cloudCredentialOperations,
  ...registerOperations,
  ...sessionOperations,
];
