/** The list of countries: the only place that names them all. */
import type { Country } from './contract.ts';
import { austria } from './at/index.ts';
import { genericCountry, type CountryFacts } from './generic/index.ts';
import { portugal } from './pt/index.ts';

const BUILT: readonly Country[] = [austria, portugal];

/** A country that the specification does not name. */
const OTHER: CountryFacts = { language: 'en', currency: 'EUR', digits: 2, mandatory: [] };

/** Countries of the specification whose fiscal law has no module yet. */
const PLANNED: Readonly<Record<string, CountryFacts>> = {
  BE: { language: 'en', currency: 'EUR', digits: 2, mandatory: ['OprTIN', 'Pos.IN'] },
  CZ: { language: 'en', currency: 'CZK', digits: 2, mandatory: [] },
  DE: { language: 'de', currency: 'EUR', digits: 2, mandatory: ['Opr', 'Mod.Dsc'] },
  DK: { language: 'en', currency: 'DKK', digits: 2, mandatory: [] },
  ES: { language: 'en', currency: 'EUR', digits: 2, mandatory: [] },
  FR: { language: 'en', currency: 'EUR', digits: 2, mandatory: ['Opr', 'DT'] },
  HR: { language: 'en', currency: 'EUR', digits: 2, mandatory: ['OprTIN'] },
  HU: { language: 'en', currency: 'HUF', digits: 2, mandatory: [] },
  IT: { language: 'en', currency: 'EUR', digits: 2, mandatory: [] },
  NO: { language: 'en', currency: 'NOK', digits: 2, mandatory: [] },
  PL: { language: 'en', currency: 'PLN', digits: 2, mandatory: [] },
  SE: { language: 'en', currency: 'SEK', digits: 2, mandatory: ['Pos.IN'] },
  SI: { language: 'en', currency: 'EUR', digits: 2, mandatory: ['OprTIN'] },
  SK: { language: 'en', currency: 'EUR', digits: 2, mandatory: [] },
};

const known = new Map<string, Country>(BUILT.map((country) => [country.code, country]));

/** The module of a country; countries without one get the generic module. */
export function countryOf(code: string): Country {
  const found = known.get(code);
  if (found) return found;
  const planned = Object.hasOwn(PLANNED, code) ? PLANNED[code] : undefined;
  const country = genericCountry(code, planned ?? OTHER, !planned);
  known.set(code, country);
  return country;
}
