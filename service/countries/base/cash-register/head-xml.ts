/** Head of a SAF-T Cash Register: header, company, taxes, period, employees, articles and basics. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Program } from '../../contract/services.ts';
import { DISCOUNT, EVENT } from './codes.ts';
import type { ExportLaw } from './export-law.ts';
import type { Masters } from './masters.ts';
import { PREDEFINED } from './predefined.ts';
import { bounded } from './texts.ts';
import { branch, leaves } from './xml.ts';

/** What the head is made of. */
export interface HeadInput {
  law: ExportLaw;
  cfg: Cfg;
  from: string;
  till: string;
  /** Local time. */
  now: string;
  comment: string | undefined;
  program: Program;
}

type Place = Readonly<Record<string, unknown>>;

const text = (value: unknown, most: number): string =>
  typeof value === 'string' ? bounded(value, most) : '';

/** A street address; what the schema wants and nobody entered is a dash. */
export function address(place: Place, country: string): string {
  const known = (value: unknown, most: number) => text(value, most) || '-';
  return branch(
    'streetAddress',
    leaves({
      streetname: known(place.Adr, 100),
      number: known(place.AdrNr, 20),
      additionalAddressDetails: text(place.Adr2, 100),
      city: known(place.City, 50),
      postalCode: known(place.Zip, 20),
      country: /^[A-Z]{2}$/.test(text(place.Ctry, 2)) ? text(place.Ctry, 2) : country,
    }),
  );
}

/** The element `header`. */
export function headerXml({ law, from, till, now, comment, program }: HeadInput): string {
  return branch(
    'header',
    leaves({
      fiscalYear: from.slice(0, 4),
      ...{ startDate: from, endDate: till, curCode: law.currency },
      ...{ dateCreated: now.slice(0, 10), timeCreated: now.slice(11, 19) },
      softwareDesc: bounded(program.product, 100),
      softwareVersion: bounded(program.version, 20),
      softwareCompanyName: bounded(program.producer.name, 100) || '-',
      auditfileVersion: law.version,
      headerComment: comment === undefined ? undefined : bounded(comment, 999),
    }),
  );
}

/** Elements of `company` that come before its locations, piece by piece. */
export function* companyXml({ law, cfg, from, till }: HeadInput, masters: Masters): Generator<string> {
  yield leaves({
    companyIdent: law.company(cfg),
    companyName: text(cfg.Cmp.Nam, 100) || '-',
    taxRegistrationCountry: law.country,
    taxRegIdent: law.vatNumber(cfg),
  });
  yield address(cfg.Cmp, law.country);
  const taxes = law.taxes.map(({ group, text: vatDesc, code }) =>
    branch('vatCodeDetail', leaves({ vatCode: group, dateOfEntry: from, vatDesc, standardVatCode: code })),
  );
  yield branch('vatCodeDetails', taxes.join(''));
  const period = leaves({
    ...{ startDatePeriod: from, startTimePeriod: '00:00:00', endDatePeriod: till, endTimePeriod: '23:59:59' },
  });
  yield branch('periods', branch('period', period));
  yield '<employees>\n';
  for (const [empID, { first, last, entered }] of masters.employees) {
    const times = { dateOfEntry: entered.slice(0, 10), timeOfEntry: entered.slice(11, 19) };
    yield branch('employee', leaves({ empID, ...times, firstName: first, surName: last }));
  }
  yield '</employees>\n<articles>\n';
  if (masters.articles.size === 0) yield article('-', from, undefined, '-');
  for (const [id, { text: name, group, entered }] of masters.articles)
    yield article(id, entered.slice(0, 10), group, name);
  yield '</articles>\n<basics>\n';
  for (const { type, id, predefined, text: name } of PREDEFINED) yield basic(type, id, predefined, name);
  yield basic('08', DISCOUNT, undefined, 'Discount');
  yield basic('13', EVENT.lineDeleted, EVENT.other, 'Line deleted');
  for (const { id, text: name, parent } of masters.groups.values()) yield basic('04', id, parent, name);
  yield '</basics>\n';
}

function article(
  artID: string,
  dateOfEntry: string,
  artGroupID: string | undefined,
  artDesc: string,
): string {
  return branch('article', leaves({ artID, dateOfEntry, artGroupID, artDesc }));
}

function basic(
  basicType: string,
  basicID: string,
  predefinedBasicID: string | undefined,
  basicDesc: string,
): string {
  return branch('basic', leaves({ basicType, basicID, predefinedBasicID, basicDesc }));
}
