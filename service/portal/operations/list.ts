/** All operations of the portal's API. */
import type { Operation } from '../api/operation.ts';
import { auditOperations } from './audit.ts';
import { archiveOperations } from './archive.ts';
import { baseDataOperations } from './base-data.ts';
import { cloudCredentialOperations } from './cloud-credentials.ts';
import { cloudRegisterOperations } from './cloud-registers.ts';
import { cloudTerminalOperations } from './cloud-terminals.ts';
import { entityOperations } from './entities.ts';
import { guideOperations } from './guide.ts';
import { invitationOperations } from './invitations.ts';
import { keyOperations } from './keys.ts';
import { licenseOperations } from './licenses.ts';
import { notificationMailOperations } from './notification-mails.ts';
import { notificationOperations } from './notifications.ts';
import { overviewOperations } from './overview.ts';
import { purchaseOperations } from './purchases.ts';
import { receiptOperations } from './receipts.ts';
import { registerOperations } from './registers.ts';
import { sessionOperations } from './session.ts';
import { userOperations } from './users.ts';

/** See above; the first one that fits a request answers it. */
export const OPERATIONS: readonly Operation[] = [
  ...entityOperations,
  ...guideOperations,
  ...archiveOperations,
  ...overviewOperations,
  ...receiptOperations,
  ...cloudCredentialOperations,
  ...cloudRegisterOperations,
  ...cloudTerminalOperations,
  ...registerOperations,
  ...notificationOperations,
  ...notificationMailOperations,
  ...baseDataOperations,
  ...licenseOperations,
  ...purchaseOperations,
  ...sessionOperations,
  ...userOperations,
  ...invitationOperations,
  ...keyOperations,
  ...auditOperations,
];
