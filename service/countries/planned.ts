/** What is known of the countries of the specification whose fiscal law has no module yet. */
import type { CountryFacts } from './generic/index.ts';

/** By ISO 3166 code. */
export const PLANNED: Readonly<Record<string, CountryFacts>> = {
  BE: { language: 'en', mandatory: ['OprTIN', 'Pos.IN'] },
  CZ: {
    language: 'en',
    mandatory: [],
  },
  DE: {
    language: 'de',
    mandatory: ['Opr', 'Mod.Dsc'],
  },
  DK: { language: 'en', mandatory: [] },
  ES: { language: 'en', mandatory: [] },
  FR: {
    language: 'en',
    mandatory: ['Opr', 'DT'],
  },
  HR: {
    language: 'en',
    mandatory: ['OprTIN'],
  },
  HU: { language: 'en', mandatory: [] },
  IT: {
    language: 'en',
    mandatory: [],
  },
  NO: { language: 'en', mandatory: [] },
  PL: { language: 'en', mandatory: [] },
  SE: { language: 'en', mandatory: ['Pos.IN'] },
  SI: {
    language: 'en',
    mandatory: ['OprTIN'],
  },
  SK: {
    language: 'en',
    mandatory: [],
  },
};
