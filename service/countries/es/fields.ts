/** Attributes of Spain, ours: what kind of document a receipt is, where it cannot be told from it, and special schemes. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `ES_Type`: F1, F2, F3, R1 to R5 (document.ts)
 * - `ES_Regime`: special scheme (ClaveRegimen), two digits
 * - `ES_Description`: what is sold, in place of `Venta`
 * - `ES_Services`: services, no goods: TicketBAI wants to know it of customers from abroad
 */
export const FIELDS: CountryFields = {
  ESR: { ...texts('ES_Type ES_Regime'), ES_Description: 'free', ES_Services: 'boolean' },
};
