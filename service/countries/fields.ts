/** What attributes of a posted receipt are, with those that countries add (doc 3). */
import { withFields } from '../receipt/fields.ts';
import { COUNTRIES } from './list.ts';

/** Fields of all countries: what a receipt says for one country is checked wherever it is posted. */
export const ALL_FIELDS = withFields(COUNTRIES.map(({ fields = {} }) => fields));
