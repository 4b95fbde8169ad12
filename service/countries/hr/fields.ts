/** Attributes of Croatia (doc 3), and ours: the number of a receipt from the book of paper receipts. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/** - `HR_SpecNamj`: additional information */
export const FIELDS: CountryFields = { ESR: texts('HR_SpecNamj') };
