/** Attributes of Portugal on positions (doc 3). Those that are ours stay extensions, see `movement.ts` and `cash-vat.ts`. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/** - `PT_TaxExemptionCode`: M01 to M99; `PT_TaxExemptionReason`: in place of its text */
export const FIELDS: CountryFields = { PosA: texts('PT_TaxExemptionCode PT_TaxExemptionReason') };
