/** The list of countries: the only place that names them all. */
import type { Country } from './contract.ts';
import { genericCountry } from './generic/index.ts';
import { portugal } from './pt/index.ts';

const BUILT: readonly Country[] = [portugal];

/** Countries of the specification whose fiscal law has no module yet. */
const PLANNED: Readonly<Record<string, { language: string; currency: string; digits: number }>> = {
  AT: { language: 'de', currency: 'EUR', digits: 2 },
  BE: { language: 'en', currency: 'EUR', digits: 2 },
  CZ: { language: 'en', currency: 'CZK', digits: 2 },
  DE: { language: 'de', currency: 'EUR', digits: 2 },
  DK: { language: 'en', currency: 'DKK', digits: 2 },
  ES: { language: 'en', currency: 'EUR', digits: 2 },
  FR: { language: 'en', currency: 'EUR', digits: 2 },
  HR: { language: 'en', currency: 'EUR', digits: 2 },
  HU: { language: 'en', currency: 'HUF', digits: 2 },
  IT: { language: 'en', currency: 'EUR', digits: 2 },
  NO: { language: 'en', currency: 'NOK', digits: 2 },
  PL: { language: 'en', currency: 'PLN', digits: 2 },
  SE: { language: 'en', currency: 'SEK', digits: 2 },
  SI: { language: 'en', currency: 'EUR', digits: 2 },
  SK: { language: 'en', currency: 'EUR', digits: 2 },
};

const known = new Map<string, Country>(BUILT.map((country) => [country.code, country]));

/** The module of a country; countries without one get the generic module. */
export function countryOf(code: string): Country {
  const found = known.get(code);
  if (found) return found;
  const planned = Object.hasOwn(PLANNED, code) ? PLANNED[code] : undefined;
  const country = genericCountry(code, planned ?? { language: 'en', currency: 'EUR', digits: 2 }, !planned);
  known.set(code, country);
  return country;
}
