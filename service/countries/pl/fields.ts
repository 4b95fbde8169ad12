/** Attributes of receipts that Poland has besides those of doc 3. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `PL_Faktura`: number of the invoice that the receipt is printed as
 * - `PL_EParagon`: identifier of a customer who wants the receipt electronically
 */
export const FIELDS: CountryFields = { ESR: texts('PL_Faktura'), Ctm: texts('PL_EParagon') };
