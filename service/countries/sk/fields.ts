/** Attributes of Slovakia (doc 3). */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `SK_ParagonNumber`: the receipt was written by hand under this number
 * - `SK_SellerId`, `SK_SellerIdType` (`NONE`, `DIC`, `IC_DPH`): somebody else sells the position
 * - `SK_SpecialRegulation`: why it bears no VAT: PDP, OOD, CK, PT, UD or ZPS
 * - `SK_InvoiceNumber`: the receipt is for the payment of this invoice
 */
export const FIELDS: CountryFields = {
  ESR: texts('SK_ParagonNumber'),
  PosA: texts('SK_SellerIdType SK_SellerId SK_SpecialRegulation SK_InvoiceNumber'),
};
