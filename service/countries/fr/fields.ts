/** Attributes of France (doc 3), and ours: documents that were issued while the register could not be reached. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `FR_OperationType`: `Vente` or `Remboursement`, by the sign of the total
 * - `FR_Trainer`: trainer id, kept with training
 * - `FR_Degraded`: 1 for a document that was printed with "mode dégradé" and is entered later
 */
export const FIELDS: CountryFields = {
  ESR: { ...texts('FR_OperationType FR_Trainer'), FR_Degraded: 'boolean' },
  Ctm: texts('FR_SIR FR_SRN FR_NAF'),
};
