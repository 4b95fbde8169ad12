/** What is known of the countries of the specification whose fiscal law has no module yet. */
import { texts } from '../receipt/fields.ts';
import type { CountryNames } from './contract/names.ts';
import type { CountryFacts } from './generic/index.ts';

/** Facts of a country, and what it adds to the lists of the house. */
export type PlannedCountry = CountryFacts & Pick<CountryNames, 'fields'>;

/** By ISO 3166 code. */
export const PLANNED: Readonly<Record<string, PlannedCountry>> = {
  BE: { language: 'en', mandatory: ['OprTIN', 'Pos.IN'] },
  CZ: {
    language: 'en',
    mandatory: [],
    fields: { ESR: texts('CZ_id_provoz') },
  },
  DE: {
    language: 'de',
    mandatory: ['Opr', 'Mod.Dsc'],
    fields: { PosA: { DE_AGENTUR_ID: 'integer' } },
  },
  DK: { language: 'en', mandatory: [] },
  ES: { language: 'en', mandatory: [] },
  FR: {
    language: 'en',
    mandatory: ['Opr', 'DT'],
    fields: { ESR: texts('FR_OperationType FR_Trainer'), Ctm: texts('FR_SIR FR_SRN FR_NAF') },
  },
  HR: {
    language: 'en',
    mandatory: ['OprTIN'],
    fields: { ESR: texts('HR_SpecNamj') },
  },
  HU: { language: 'en', mandatory: [] },
  IT: {
    language: 'en',
    mandatory: [],
    fields: { Ctm: texts('IT_CodiceLotteria') },
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
    fields: {
      ESR: texts('SK_ParagonNumber'),
      PosA: texts('SK_SellerIdType SK_SellerId SK_SpecialRegulation SK_InvoiceNumber'),
    },
  },
};
