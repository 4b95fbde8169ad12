/** Attributes of Slovenia, ours: operators from abroad, and receipts from the pre-numbered book. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `SI_ForeignOperator`: the operator has no Slovenian tax number
 * - `SI_BookNumber`, `SI_BookSet`, `SI_BookSerial`: number of the receipt, of its set and of the book it was written in
 */
export const FIELDS: CountryFields = {
  ESR: { SI_ForeignOperator: 'boolean', ...texts('SI_BookNumber SI_BookSet SI_BookSerial') },
};
