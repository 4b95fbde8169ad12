import { AUSTRIA } from './at/portal.ts';
import { FRANCE } from './fr/portal.ts';
import { GERMANY } from './de/portal.ts';
import type { PortalCountry } from './portal-contract.ts';
import { PORTUGAL } from './pt/portal.ts';

/** By ISO 3166 code; those without a folder yet have their base data here. */
const countries: Readonly<Record<string, PortalCountry>> = {
  AT: AUSTRIA,
  DE: GERMANY,
  FR: FRANCE,
  PT: PORTUGAL,
  SE: { companyFields: [{ path: 'Org', label: 'org', hint: 'org' }] },
};

/** What the portal’s page offers for a country. */
export function portalCountryOf(country: string | null): PortalCountry {
  return country !== null && Object.hasOwn(countries, country) ? (countries[country] ?? {}) : {};
}
