/** Rules about header and master records. Tables and arithmetic are the checker's own. */
import { fixed, textAt, type Element } from './reader.ts';

/** Percentages of the codes by fiscal space: those of the law and of the receipt format, which may differ. */
const RATES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  PT: { NOR: ['23'], INT: ['13'], RED: ['6'] },
  'PT-MA': { NOR: ['22'], INT: ['12'], RED: ['5', '4'] },
  'PT-AC': { NOR: ['18', '16'], INT: ['9'], RED: ['4'] },
};
const FREE = new Set(['ISE', 'NS']);

/** Nine digits, the last of which makes the weighted sum (9, 8, ... 1) a multiple of eleven; where that takes a ten it is written 0. */
function isNif(text: string): boolean {
  if (!/^[1-9]\d{8}$/.test(text)) return false;
  const sum = [...text].reduce((s, digit, i) => s + Number(digit) * (9 - i), 0);
  return sum % 11 === 0 || (text.endsWith('0') && sum % 11 === 1);
}

/** What is wrong with the header, but for its period. */
export function headerProblems(header: Element): string[] {
  const text = (name: string) => textAt(header, name);
  const problems: string[] = [];
  const expect = (holds: boolean, name: string) => {
    if (!holds) problems.push(`${name} of the header is ${text(name)}`);
  };
  expect(text('AuditFileVersion') === '1.04_01', 'AuditFileVersion');
  expect(/^(\d{9}|[^^]+ [0-9/]+)$/.test(text('CompanyID')), 'CompanyID');
  expect(isNif(text('TaxRegistrationNumber')), 'TaxRegistrationNumber');
  expect(text('TaxAccountingBasis') === 'F', 'TaxAccountingBasis');
  expect(text('CurrencyCode') === 'EUR', 'CurrencyCode');
  expect(/^[^/]+\/[^/]+$/.test(text('ProductID')), 'ProductID');
  expect(/^\d+$/.test(text('SoftwareCertificateNumber')), 'SoftwareCertificateNumber');
  return problems;
}

/** What is wrong with a customer. */
export function customerProblems(customer: Element): string[] {
  const id = textAt(customer, 'CustomerID');
  const taxId = textAt(customer, 'CustomerTaxID');
  const country = textAt(customer, 'BillingAddress', 'Country');
  const problems: string[] = [];
  if (/^PT\d{9}$/.test(taxId)) problems.push(`customer ${id} has a tax id with prefix, ${taxId}`);
  if (country === 'PT' && /^\d{9}$/.test(taxId) && !isNif(taxId))
    problems.push(`customer ${id} has a tax id that is none, ${taxId}`);
  if (textAt(customer, 'CompanyName') === 'Consumidor final' && taxId !== '999999990')
    problems.push(`customer ${id} is a final consumer with tax id ${taxId}`);
  return problems;
}

/** What is wrong with a product. */
export function productProblems(product: Element): string[] {
  const description = textAt(product, 'ProductDescription');
  const code = textAt(product, 'ProductCode');
  const problems: string[] = [];
  if (description.length < 2 || description.length > 200)
    problems.push(`product ${code} has a description of ${description.length} characters`);
  if (!/^[PSOEI]$/.test(textAt(product, 'ProductType'))) problems.push(`product ${code} is of no type`);
  return problems;
}

/** What is wrong with an entry of the tax table: type, code, space and percentage fit together. */
export function taxProblems(entry: Element): string[] {
  const [type, region, code] = ['TaxType', 'TaxCountryRegion', 'TaxCode'].map((name) =>
    textAt(entry, name),
  ) as [string, string, string];
  const percentage = textAt(entry, 'TaxPercentage');
  const fail = (text: string) => [`tax ${type} ${region} ${code} ${percentage}: ${text}`];
  if (percentage === '') return [];
  const isFree = fixed(percentage) === 0n;
  if (type === 'NS') return isFree && code === 'NS' ? [] : fail('what is not subject has no rate');
  if (type === 'IS') return [];
  if (FREE.has(code)) return isFree && code === 'ISE' ? [] : fail('what is exempt has no rate');
  if (isFree) return fail('a rate of zero is an exemption');
  const known = RATES[region]?.[code];
  if (!known) return /^([A-Z]{2}|PT-AC|PT-MA)$/.test(region) ? [] : fail('is of no country');
  return known.some((rate) => fixed(rate) === fixed(percentage)) ? [] : fail('is no rate of this code');
}
