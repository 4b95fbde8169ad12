/** What the profile says of TicketBAI. */
import { isNif, bareNif } from '../nif.ts';
import type { CountryContext, CountryServices } from '../../contract/services.ts';
import type { Problem } from '../../../wire.ts';
import { words, type PageFact } from '../../contract/described-page/words.ts';
import { ENVIRONMENT } from '../credentials.ts';
import type { Software } from './fingerprint.ts';
import type { Province } from './provinces.ts';

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

/** The licence; undefined without one that a file can have. */
export function licenseOf({ attributes }: Pick<CountryServices, 'attributes'>): string | undefined {
  const license = attributes().text('ES_TBAI_License')?.trim() ?? '';
  return /^[\x21-\x7e]{1,20}$/.test(license) ? license : undefined;
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

/** Whether the book can be told: persons have an activity. */
export function isComplete({ model, activity }: Book): boolean {
  return model === '240' || /^\d{1,7}$/.test(activity);
}

/** {@link FiscalSystem.worries} of a province. */
export function worriesOf({ name, paths }: Province, context: CountryContext): Problem[] {
  const hasLicense = licenseOf(context) !== undefined || ENVIRONMENT.isTest(context);
  const nif = bareNif(context.cfg.Cmp.TaxId);
  return [
    ...(hasLicense ? [] : [{ code: 'ES_NO_LICENSE', severity: 'stop' as const, params: { region: name } }]),
    ...(paths !== null || isComplete(bookOf(context, nif))
      ? []
      : [{ code: 'ES_NO_ACTIVITY', severity: 'warning' as const }]),
  ];
}

/** {@link FiscalSystem.facts} of a province. */
export function factsOf(
  { paths }: Province,
  context: Pick<CountryContext, 'attributes' | 'cfg'>,
): PageFact[] {
  const license = licenseOf(context);
  const { model, activity } = bookOf(context, bareNif(context.cfg.Cmp.TaxId));
  return [
    {
      label: words('system.license'),
      value: license ?? words('system.noLicense'),
      explanation: words('system.licenseText'),
    },
    ...(paths === null
      ? [
          {
            label: words('system.book'),
            value: ['LROE', model, activity].filter(Boolean).join(' '),
            explanation: words('system.bookText'),
          },
        ]
      : []),
  ];
}
