/** What is known of the countries of the specification whose fiscal law has no module yet. */
import type { CountryNames } from './contract/names.ts';
import type { CountryFacts } from './generic/index.ts';

/** Facts of a country, and what it adds to the lists of the house. */
export type PlannedCountry = CountryFacts & Pick<CountryNames, 'fields' | 'attributes'>;

/** By ISO 3166 code. */
export const PLANNED: Readonly<Record<string, PlannedCountry>> = {};
