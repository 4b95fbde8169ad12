import type { PortalCountry } from '../portal-contract.ts';

/** What the portal’s page offers for France. */
export const FRANCE: PortalCountry = {
  exports: ['nf525-jou', 'nf525-export', 'nf525-total', 'nf525-jet'],
  companyFields: [
    { path: 'FR_NAF', label: 'naf' },
    { path: 'FR_SRN', label: 'siren' },
    { path: 'FR_RCS', label: 'rcs' },
    { path: 'FR_TYPE', label: 'legalForm' },
    { path: 'FR_CAPITAL', label: 'capital' },
    { path: 'FR_METIER', label: 'trade' },
    { path: 'VATonPayment', label: 'vatOnPayment', hint: 'vatOnPayment', isNumber: true },
  ],
  locationFields: [{ path: 'FR_SIR', label: 'siret' }],
};
