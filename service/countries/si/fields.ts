/** Attributes of Slovenia, ours: operators from abroad, receipts from the pre-numbered book, and sales for others. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `SI_ForeignOperator`: the operator has no Slovenian tax number
 * - `SI_BookNumber`, `SI_BookSet`, `SI_BookSerial`: number of the receipt, of its set and of the book it was written in
 * - `SI_ReturnsAmount`: what is given back on the receipt, such as for packaging; `SI_SpecialNotes`: told to FURS
 * - `SI_SellerTaxNumber`: the position is sold in the name and for the account of somebody else
 */
export const FIELDS: CountryFields = {
  ESR: {
    ...{ SI_ForeignOperator: 'boolean', SI_ReturnsAmount: 'currency', SI_SpecialNotes: 'free' },
    ...texts('SI_BookNumber SI_BookSet SI_BookSerial'),
  },
  PosA: texts('SI_SellerTaxNumber'),
};
