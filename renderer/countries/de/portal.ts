import type { PortalCountry } from '../portal-contract.ts';

/** What the portal’s page offers for Germany. */
export const GERMANY: PortalCountry = { exports: ['dsfinvk', 'gobd'] };
