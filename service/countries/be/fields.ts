/** Attributes of Belgium that are ours: where moved articles come from, and which bill of a table is meant. */
import { texts, type CountryFields } from '../../receipt/fields.ts';

/**
 * - `BE_FromTP`: transaction point that articles are moved from (NFS=Transfer); TP is where they go
 * - `BE_TPRef`, `BE_FromTPRef`: which bill of the transaction point; itself unless told otherwise
 */
export const FIELDS: CountryFields = { ESR: texts('BE_FromTP BE_TPRef BE_FromTPRef') };
