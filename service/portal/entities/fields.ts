/**
 * Fields of requests with their bounds (doc 1, Resources and their fields).
 * What is said here is what the routes check, what OpenAPI tells and what the
 * table test tries.
 */
import { z } from 'zod';
import { isCountry } from '../../receipt/iso-countries.ts';
import { STATE, type StateName } from './entity.ts';

/** int32; ids begin at 2. */
export const MAX_ID = 2_147_483_647;
export const MIN_ID = 2;

const NOT_BLANK = /\S/;
/** An address may have signs and letters of any language, so long as no list or header can be made of it. */
const EMAIL_LIKE = z.email({
  pattern: /^[^\s\p{C}@"<>()[\]\\,;:]{1,64}@[^\s\p{C}@"<>()[\]\\,;:.]+(?:\.[^\s\p{C}@"<>()[\]\\,;:.]+)+$/u,
});

/** Id of an organization, company or location. */
export const entityId = () => z.int().min(MIN_ID).max(MAX_ID);

/** A text that must be there; blanks alone are none. */
export const text = (min: number, max: number) => z.string().min(min).max(max).regex(NOT_BLANK, 'blank');

/** A text that may be missing or null. */
export const optionalText = (max: number) => z.string().max(max).nullish();

/** An e-mail address. */
export const email = (max: number) => EMAIL_LIKE.max(max);

/** What a code looks like. Entities of older versions may have one that is none: a search finds them. */
const COUNTRY_LIKE = /^[A-Za-z]{2}$/;
const COUNTRY = countryPattern();

/** Code of a country (ISO 3166-1 alpha-2), in either case. Fiscal law follows from it, so that `XX` is none. */
export const country = () => z.string().length(2).regex(COUNTRY, 'country');

/** All codes in both cases, as a pattern that the description can tell: `^([Aa][DdEe...]|...)$`. */
function countryPattern(): RegExp {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(0x41 + i));
  const both = (letter: string) => letter + letter.toLowerCase();
  const groups = letters.map((first) => {
    const seconds = letters.filter((second) => isCountry(first + second));
    return `[${both(first)}][${seconds.map(both).join('')}]`;
  });
  return new RegExp(`^(${groups.filter((group) => !group.endsWith('[]')).join('|')})$`);
}

/** A state by name or numeric code; answers the name. */
export const state = (...names: [StateName, ...StateName[]]) => {
  const codes = names.map((name) => STATE[name]);
  return z.union([z.enum(names), z.literal(codes).transform((code) => names[codes.indexOf(code)]!)]);
};

const createState = () => state('Productive', 'Test').nullish();
const updateState = () => state('Productive', 'Test', 'Deactivated').nullish();

const extras = {
  invoiceEmailAddress: email(100).nullish(),
  userComment: optionalText(2000),
};

const optionalAddress = {
  address: optionalText(1000),
  city: optionalText(1000),
  zip: optionalText(50),
  countryCode: country().nullish(),
};

const requiredAddress = {
  address: text(1, 1000),
  city: text(1, 1000),
  zip: text(1, 50),
  countryCode: country(),
};

const name = text(2, 1000);

const organization = { name, ...optionalAddress, ...extras };

/** CreatePublicOrganizationRequest. */
export const createOrganization = z.object({
  parentEntityId: entityId(),
  ...organization,
  state: createState(),
});

/** UpdatePublicOrganizationRequest. */
export const updateOrganization = z.object({ ...organization, state: updateState() });

/** PublicCompanyCountryProperties: what single countries want to know of a company. */
export const countryProperties = z.object({
  /** Wirtschafts-Identifikationsnummer (§ 139c AO), with or without the number of the business. */
  DE_WIdNr: z
    .string()
    .regex(/^DE\d{9}(-\d{5})?$/, 'widnr')
    .nullish(),
});

const company = {
  name,
  ...requiredAddress,
  ...extras,
  countryProperties: countryProperties.nullish(),
};

/** CreatePublicCompanyRequest. */
export const createCompany = z.object({
  parentEntityId: entityId(),
  taxId: text(4, 40),
  ...company,
  state: createState(),
  ignoreTaxId: z.boolean().nullish(),
});

/** UpdatePublicCompanyRequest. */
export const updateCompany = z.object({ taxId: text(4, 40).nullish(), ...company, state: updateState() });

const location = {
  parentEntityId: entityId(),
  name,
  ...requiredAddress,
  locationIdentification: text(1, 1000),
  ...extras,
};

/** CreatePublicLocationRequest. */
export const createLocation = z.object({ ...location, state: createState() });

/** UpdatePublicLocationRequest. */
export const updateLocation = z.object({ ...location, state: updateState() });

/** A moment as ISO 8601 writes it with its signs, with or without seconds and offset, or a day. */
const EXTENDED = [
  z.iso.datetime({ offset: true, local: true }),
  z.iso.datetime({ offset: true, local: true, precision: -1 }),
  z.iso.date(),
] as const;
const EXTENDED_MOMENT = z.union(EXTENDED);
/** The same in the basic form, without signs: `20261124T100000Z`. */
const BASIC = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:(\d\d)([.,]\d+)?)?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/i;

/** A moment of {@link moment} with its signs. */
export function extendedMoment(text: string): string {
  const [found, year, month, day, hour, minute, second = '00', fraction = '', utc = '', offset, rest = '00'] =
    BASIC.exec(text) ?? [];
  if (found === undefined) return text;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = offset === undefined ? utc.toUpperCase() : `${offset}:${rest}`;
  return `${date}T${hour}:${minute}:${second}${fraction.replace(',', '.')}${zone}`;
}

/** A moment of ISO 8601 in the extended or the basic form, or a day. */
const moment = () =>
  z.union(
    [
      ...EXTENDED,
      z
        .string()
        .regex(BASIC)
        .refine((text) => EXTENDED_MOMENT.safeParse(extendedMoment(text)).success),
    ],
    'moment',
  );

const search = {
  parentEntityId: entityId().nullish(),
  createdAfter: moment().nullish(),
  hasUserComment: z.boolean().nullish(),
  hasDeactivateAfterTimestamp: z.boolean().nullish(),
  searchText: optionalText(1000),
  state: updateState(),
  orderDescending: z.boolean().nullish(),
  offset: z.int().min(0).max(MAX_ID).nullish(),
  limit: z.int().min(0).max(250).nullish(),
};

const ORDER = [
  'name',
  'address',
  'city',
  'zip',
  'countryCode',
  'state',
  'userComment',
  'invoiceEmailAddress',
] as const;
const ORDER_TIMES = ['createdTimestamp', 'changedTimestamp', 'deactivateAfterTimestamp'] as const;

/** SearchPublicOrganizationsRequest. */
export const searchOrganizations = z.object({
  ...search,
  orderByField: z.enum([...ORDER, ...ORDER_TIMES, 'organizationId', 'parentEntityId']).nullish(),
});

/** SearchPublicCompaniesRequest. */
export const searchCompanies = z.object({
  ...search,
  countryCode: z.string().length(2).regex(COUNTRY_LIKE, 'country').nullish(),
  orderByField: z.enum([...ORDER, ...ORDER_TIMES, 'companyId', 'parentEntityId', 'taxId']).nullish(),
});

const contact = {
  contactName: text(2, 500),
  emailAddress: email(500),
  contactType: z.enum(['InvoiceContact', 'TechnicalContact', 'CommercialContact', 'ElsterContact']),
};

/** CreatePublicCompanyContactRequest. */
export const createContact = z.object({ companyId: entityId(), ...contact });

/** A contact with all that is known of it; what is not sent is cleared. */
export const updateContact = z.object({ ...contact, phoneNumber: optionalText(100) });

/** Query of a deactivation: a year whose name is misspelt must not have everything deactivated at once. */
export const deactivation = z.strictObject({
  deactivateAfterYear: z.int().min(1).max(9999).optional(),
  forceSubDeactivation: z.boolean().optional(),
});
