/** The list of countries: the only place that names them all. */
import type { Country } from './contract/country.ts';
import { austria } from './at/index.ts';
import { belgium } from './be/index.ts';
import { denmark } from './dk/index.ts';
import { germany } from './de/index.ts';
import { croatia } from './hr/index.ts';
import { france } from './fr/index.ts';
import { czechia } from './cz/index.ts';
import { italy } from './it/index.ts';
import { hungary } from './hu/index.ts';
import { genericCountry } from './generic/index.ts';
import { norway } from './no/index.ts';
import { poland } from './pl/index.ts';
import { portugal } from './pt/index.ts';
import { slovakia } from './sk/index.ts';
import { slovenia } from './si/index.ts';
import { spain } from './es/index.ts';
import { sweden } from './se/index.ts';

/** Countries with a module of their own. */
export const COUNTRIES: readonly Country[] = [
  austria,
  belgium,
  croatia,
  czechia,
  denmark,
  france,
  germany,
  hungary,
  italy,
  norway,
  poland,
  portugal,
  slovakia,
  slovenia,
  spain,
  sweden,
];

const known = new Map<string, Country>(COUNTRIES.map((country) => [country.code, country]));

/** The module of a country; countries without one get the generic module. */
export function countryOf(code: string): Country {
  const found = known.get(code);
  if (found) return found;
  const country = genericCountry(code);
  known.set(code, country);
  return country;
}
