/** Attributes of Czechia (doc 3). */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `CZ_id_provoz`: business premises (EET 1) or unit (EET 2.0)
 * - `CZ_dic_poverujiciho`: tax number of the principal whose sale it is (EET 1: DIČ, EET 2.0: EIČ)
 * - `CZ_povereni_vice_popl`: the sale is that of several principals (EET 2.0)
 * - `CZ_urceno_cerp_zuct`, `CZ_cerp_zuct`: paid now to be drawn or settled later, and drawn or settled now; in place of
 *   what positions and payments say
 * - `CZ_cest_sluz`: the position is a travel service (zákon o DPH, § 89)
 */
export const FIELDS: CountryFields = {
  ESR: {
    ...texts('CZ_id_provoz CZ_dic_poverujiciho'),
    ...texts('CZ_urceno_cerp_zuct CZ_cerp_zuct', 'currency'),
    ...texts('CZ_povereni_vice_popl', 'boolean'),
  },
  PosA: texts('CZ_cest_sluz', 'boolean'),
};
