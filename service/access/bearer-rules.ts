/**
 * Who may use which route of a cloud register. It serves tills of several companies
 * from anywhere, so what is open on a till is not open there: every route that tells
 * of a register, or changes one, is for the token of that register.
 */
import { listedNeed, plainPath, type Need } from './rules.ts';

/** - `token`: with an access token for the register; or the manager, who sees all of them */
export type CloudNeed = Need | 'token';

/** What is different from a till. */
const CLOUD_NEEDS: Readonly<Record<string, CloudNeed>> = {
  // They show the receipts of all companies.
  '/control/status': 'manager',
  '/control/events': 'manager',
  '/control/lan': 'manager',
  '/control/fiscal.pem': 'manager',
  '/control/day': 'manager',
  '/control/receipts': 'manager',
  '/control/receipt': 'manager',
  '/control/devices': 'manager',
  '/control/devices/job': 'manager',
  '/control/devices/print': 'manager',
  '/control/devices/drawer': 'manager',
  '/disk': 'machine',
  // Nothing of them tells about a company.
  '/': 'open',
  '/index.html': 'open',
  '/mark.svg': 'open',
  '/changelog': 'open',
  '/docs': 'open',
  '/docs/coming-from-another-register': 'open',
  '/openapi.json': 'open',
};

/** Public certificates, and files of the pages. */
const OPEN_BELOW = ['/assets/', '/api-docs/', '/cer/'];

/** What requests to a path of a cloud register need; `token` where nothing else is said. */
export function cloudNeedOf(path: string): CloudNeed {
  const plain = plainPath(path);
  if (Object.hasOwn(CLOUD_NEEDS, plain)) return CLOUD_NEEDS[plain]!;
  if (OPEN_BELOW.some((folder) => plain.startsWith(folder))) return 'open';
  return listedNeed(plain) ?? 'token';
}
