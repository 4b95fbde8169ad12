/** Attributes of Germany in the receipt format (doc 3), and ours. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `TID`: transaction that TraS has started (answered as `Fis.TID`); ours for JSON and XML alike
 * - `DE_AGENTUR_ID`: agency of a third-party sale (`Cfg.DE_Agentur.Id`)
 * - `DE_GV_TYP`: business case of DSFinV-K, where type and sign of the position do not say it
 */
export const FIELDS: CountryFields = {
  ESR: { TID: 'integer' },
  PosA: { DE_AGENTUR_ID: 'integer', ...texts('DE_GV_TYP') },
};
