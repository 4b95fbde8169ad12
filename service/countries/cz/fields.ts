/** Attributes of Czechia (doc 3). */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/** - `CZ_id_provoz`: business premises (EET 1) or unit (EET 2.0) */
export const FIELDS: CountryFields = { ESR: texts('CZ_id_provoz') };
