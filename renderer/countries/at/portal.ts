import type { PortalCountry } from '../portal-contract.ts';

/** What the portal’s page offers for Austria. */
export const AUSTRIA: PortalCountry = { exports: ['dep'] };
