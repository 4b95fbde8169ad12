/** Attributes of Italy (doc 3), and ours: the serial number on the receipt of another printer. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `IT_CodiceLotteria`: code of a customer who takes part in the receipt lottery
 * - `IT_RMatricola`: serial number of the printer that issued the original of a return
 */
export const FIELDS: CountryFields = { ESR: texts('IT_RMatricola'), Ctm: texts('IT_CodiceLotteria') };
