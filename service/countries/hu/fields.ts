/** Attributes of Hungary, ours: what a customer's app shows and the rate of an invoice in foreign money. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `HU_AppKey`, `HU_AppKeyDate`: public key and date (ms since 1970) that the customer's app of the
 *   authority shows, so that a document of a register in the cloud comes to it
 * - `HU_Rate`: forints for one of the currency of the register, of an invoice that is not in forint
 */
export const FIELDS: CountryFields = { ESR: texts('HU_Rate'), Ctm: texts('HU_AppKey HU_AppKeyDate') };
