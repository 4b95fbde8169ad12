/** The list of countries: the only place that names them all. */
import type { Country } from './contract/country.ts';
import { austria } from './at/index.ts';
import { genericCountry, type CountryFacts } from './generic/index.ts';
import { portugal } from './pt/index.ts';

const BUILT: readonly Country[] = [austria, portugal];

/** A country that the specification does not name. */
const OTHER: CountryFacts = { language: 'en', mandatory: [] };

/** Countries of the specification whose fiscal law has no module yet. */
const PLANNED: Readonly<Record<string, CountryFacts>> = {
  BE: { language: 'en', mandatory: ['OprTIN', 'Pos.IN'] },
  CZ: { language: 'en', mandatory: [] },
  DE: { language: 'de', mandatory: ['Opr', 'Mod.Dsc'] },
  DK: { language: 'en', mandatory: [] },
  ES: { language: 'en', mandatory: [] },
  FR: { language: 'en', mandatory: ['Opr', 'DT'] },
  HR: { language: 'en', mandatory: ['OprTIN'] },
  HU: { language: 'en', mandatory: [] },
  IT: { language: 'en', mandatory: [] },
  NO: { language: 'en', mandatory: [] },
  PL: { language: 'en', mandatory: [] },
  SE: { language: 'en', mandatory: ['Pos.IN'] },
  SI: { language: 'en', mandatory: ['OprTIN'] },
  SK: { language: 'en', mandatory: [] },
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
