/** Customers who get an invoice, and Hungarian tax numbers. */
import type { Customer } from '../../receipt/tra.ts';
import type { Buyer, Order } from '../contract/fiscal-printer.ts';

/** Parts of a tax number: company, kind of taxation, county. */
export interface TaxNumber {
  taxpayerId: string;
  vatCode: string;
  countyCode: string;
}

const WEIGHTS = [9, 7, 3, 1, 9, 7, 3];
/** A VAT number of another country, with the letters of it. */
const FOREIGN_VAT = /^(?!HU)[A-Z]{2}[\dA-Z+*.]{2,13}$/;
/** A tax number of a country outside the Union, which need not begin with letters. */
const THIRD_STATE = /^[\dA-Z]{2,48}$/;
/** What VAT numbers of the Union begin with; XI is Northern Ireland. */
const UNION_PREFIXES: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EL', 'ES', 'FI', 'FR', 'HR', 'HU', 'IE', 'IT', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'XI'],
]);

/** Whether the last of eight digits is right. */
function hasCheckDigit(id: string): boolean {
  const sum = WEIGHTS.reduce((all, weight, i) => all + weight * Number(id[i]), 0);
  return (10 - (sum % 10)) % 10 === Number(id[7]);
}

/** Reads `12345676-2-41`, `12345676241`, `HU12345676`, `12345676`; parts that are not there are empty. Null for none. */
export function readTaxNumber(text: string): TaxNumber | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase().replace(/^HU/, '');
  const [, taxpayerId, vatCode = '', countyCode = ''] = /^(\d{8})(?:([1-5])(\d\d))?$/.exec(bare) ?? [];
  return taxpayerId !== undefined && hasCheckDigit(taxpayerId) ? { taxpayerId, vatCode, countyCode } : null;
}

/** As it is printed: `12345676-2-41`. */
export function taxNumberText({ taxpayerId, vatCode, countyCode }: TaxNumber): string {
  return vatCode === '' ? taxpayerId : `${taxpayerId}-${vatCode}-${countyCode}`;
}

/** A tax number of another country, in one piece, and whether it is one of the Union. */
export interface ForeignNumber {
  number: string;
  isUnion: boolean;
}

/**
 * Reads the tax number of a customer of another country; null for none.
 * @param country ISO 3166 code of the customer; without one the letters of the number say it
 */
export function foreignNumber(text: string, country = ''): ForeignNumber | null {
  const number = text.replace(/[\s.-]/g, '').toUpperCase();
  const isOutside = isOutsideUnion(country);
  if (!(FOREIGN_VAT.test(number) || (isOutside && THIRD_STATE.test(number)))) return null;
  const prefix = number.slice(0, 2);
  return { number, isUnion: UNION_PREFIXES.has(prefix) && (!isOutside || prefix === 'XI') };
}

function isOutsideUnion(country: string): boolean {
  const code = country.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'GR' && (code === 'XI' || !UNION_PREFIXES.has(code));
}

/** As the authority's app shows it: Base64 of a point of a curve, and when, ms since 1970. */
const [APP_KEY, APP_DATE] = [/^[\w+/=-]{20,200}$/, /^[1-9]\d{11,13}$/];

/** What the customer's app shows; null for nothing. */
export function appKeyOf(
  customer: Customer = {},
): { appKey: Order['appKey'] | null } | { wrong: WrongCustomer[] } {
  const text = (name: 'HU_AppKey' | 'HU_AppKeyDate') => {
    const value = customer[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const [key, date] = [text('HU_AppKey'), text('HU_AppKeyDate')];
  if (key === '' && date === '') return { appKey: null };
  const wrong: WrongCustomer[] = [];
  if (!APP_KEY.test(key))
    wrong.push({
      path: 'ESR.Ctm.HU_AppKey',
      text: 'must be the key that the app shows, 20 to 200 characters',
    });
  if (!APP_DATE.test(date))
    wrong.push({
      path: 'ESR.Ctm.HU_AppKeyDate',
      text: 'must be the date that the app shows, in ms since 1970',
    });
  return wrong.length > 0 ? { wrong } : { appKey: { key, date: Number(date) } };
}

/** What lacks of a customer, with where. */
export interface WrongCustomer {
  path: string;
  text: string;
}

/** Who gets an invoice: a customer with a name or a tax number. Null for nobody. */
export function buyerOf(customer: Customer = {}): { buyer: Buyer | null } | { wrong: WrongCustomer[] } {
  const text = (name: 'Nam' | 'Zip' | 'City' | 'Adr' | 'TaxId') => (customer[name] ?? '').trim();
  if (text('Nam') === '' && text('TaxId') === '') return { buyer: null };
  const wrong = (['Nam', 'Zip', 'City', 'Adr'] as const)
    .filter((name) => text(name) === '')
    .map((name) => ({ path: `ESR.Ctm.${name}`, text: 'an invoice names its customer with address' }));
  const number = readTaxNumber(text('TaxId'));
  const isHungarian = number !== null && number.vatCode !== '';
  const foreign = isHungarian ? null : foreignNumber(text('TaxId'), customer.Ctry);
  if (text('TaxId') !== '' && !foreign && !isHungarian)
    wrong.push({
      path: 'ESR.Ctm.TaxId',
      text: 'must be a tax number of eleven digits, such as 12345676-2-41; one of another country begins with its letters, or Ctm.Ctry names a country outside the Union',
    });
  if (wrong.length > 0) return { wrong };
  const houseNumber = typeof customer.AdrNr === 'string' ? customer.AdrNr.trim() : '';
  const street = [text('Adr'), houseNumber].filter((part) => part !== '').join(' ');
  const taxId = isHungarian ? taxNumberText(number) : foreign?.number;
  return {
    buyer: {
      ...{ name: text('Nam'), zip: text('Zip'), city: text('City'), street },
      ...(text('TaxId') !== '' && taxId !== undefined && { taxId }),
    },
  };
}
