/** What the profile says of TicketBAI. */
import { isNif, bareNif } from '../nif.ts';
import type { CountryServices } from '../../contract/services.ts';
import type { Software } from './fingerprint.ts';

/** In tests, as long as no licence is set. */
const TEST_LICENSE = 'TBAIPRUEBA';
/** Companies and others that are no natural persons. */
const ENTITY = /^[ABCDEFGHJNPQRSUVW]/;

/** The program as the province has it registered (`ES_TBAI_License`). */
export function softwareOf({
  attributes,
  program,
}: Pick<CountryServices, 'attributes' | 'program'>): Software {
  const { product, version, producer } = program();
  const nif = bareNif(producer.taxId);
  return {
    license: licenseOf({ attributes }) ?? TEST_LICENSE,
    developer: isNif(nif)
      ? { nif }
      : { other: { country: '', type: '06', id: producer.taxId || producer.name } },
    name: product,
    version,
  };
}

/** The licence; undefined without one. */
export function licenseOf({ attributes }: Pick<CountryServices, 'attributes'>): string | undefined {
  return attributes().text('ES_TBAI_License')?.trim();
}

/** The book of Bizkaia (LROE): of natural persons (140) or of others (240). */
export type BookModel = '140' | '240';

/** What the book is told with. */
export interface Book {
  model: BookModel;
  /** Activity (epígrafe) of a natural person, digits; empty for none. */
  activity: string;
}

/** `ES_LROE_Model`, else by the tax number; `ES_LROE_Activity`. */
export function bookOf({ attributes }: Pick<CountryServices, 'attributes'>, nif: string): Book {
  const set = attributes().text('ES_LROE_Model');
  const model = set === '140' || set === '240' ? set : ENTITY.test(nif) ? '240' : '140';
  return { model, activity: attributes().text('ES_LROE_Activity')?.trim() ?? '' };
}
