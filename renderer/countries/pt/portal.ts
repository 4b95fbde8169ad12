import type { PortalCountry } from '../portal-contract.ts';

/** What the portal’s page offers for Portugal. */
export const PORTUGAL: PortalCountry = {
  exports: ['saft'],
  // Technical specification of the QR code.
  leastQrVersion: 9,
  locationFields: [{ path: 'TaxGR', label: 'taxRegion', hint: 'taxRegion' }],
};
