import { AUSTRIA } from './at/portal.ts';
import { GERMANY } from './de/portal.ts';
import type { PortalCountry } from './portal-contract.ts';
import { PORTUGAL } from './pt/portal.ts';

/** By ISO 3166 code; those without a folder yet have their base data here. */
const countries: Readonly<Record<string, PortalCountry>> = {
  AT: AUSTRIA,
  DE: GERMANY,
  FR: {
    companyFields: [
      { path: 'FR_NAF', label: 'naf' },
      { path: 'FR_SRN', label: 'siren' },
      { path: 'FR_RCS', label: 'rcs' },
      { path: 'FR_TYPE', label: 'legalForm' },
      { path: 'FR_CAPITAL', label: 'capital' },
      { path: 'FR_METIER', label: 'trade' },
    ],
    locationFields: [{ path: 'FR_SIR', label: 'siret' }],
  },
  PT: PORTUGAL,
  SE: { companyFields: [{ path: 'Org', label: 'org', hint: 'org' }] },
};

/** What the portal’s page offers for a country. */
export function portalCountryOf(country: string | null): PortalCountry {
  return country !== null && Object.hasOwn(countries, country) ? (countries[country] ?? {}) : {};
}
