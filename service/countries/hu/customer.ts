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
/** Countries of the Union, by the letters of their VAT numbers. */
const FOREIGN_VAT = /^(?!HU)[A-Z]{2}[\dA-Z+*.]{2,13}$/;

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

/** A VAT number of another country, in one piece; null for none. */
export function foreignVatNumber(text: string): string | null {
  const bare = text.replace(/[\s.-]/g, '').toUpperCase();
  return FOREIGN_VAT.test(bare) ? bare : null;
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
  const isForeign = foreignVatNumber(text('TaxId')) !== null;
  if (text('TaxId') !== '' && !isForeign && (number === null || number.vatCode === ''))
    wrong.push({
      path: 'ESR.Ctm.TaxId',
      text: 'must be a tax number of eleven digits, such as 12345676-2-41',
    });
  if (wrong.length > 0) return { wrong };
  const houseNumber = typeof customer.AdrNr === 'string' ? customer.AdrNr.trim() : '';
  const street = [text('Adr'), houseNumber].filter((part) => part !== '').join(' ');
  const taxId = number ? taxNumberText(number) : foreignVatNumber(text('TaxId'));
  return {
    buyer: {
      ...{ name: text('Nam'), zip: text('Zip'), city: text('City'), street },
      ...(text('TaxId') !== '' && taxId !== null && { taxId }),
    },
  };
}
