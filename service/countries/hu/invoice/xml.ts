/** An invoice in the form of NAV Online Számla 3.0 (`InvoiceData`), elements in the order of its schema. */
import table from '../../../../resources/tax/hu.json' with { type: 'json' };
import { amountText } from '../../../receipt/money.ts';
import { textElement } from '../../base/xml-writer.ts';
import { readTaxNumber, type TaxNumber } from '../customer.ts';
import type { HuInvoice, InvoiceLine } from './data.ts';

/** Namespaces of the interface. */
export const NAMESPACES = {
  data: 'http://schemas.nav.gov.hu/OSA/3.0/data',
  base: 'http://schemas.nav.gov.hu/OSA/3.0/base',
  api: 'http://schemas.nav.gov.hu/OSA/3.0/api',
  annul: 'http://schemas.nav.gov.hu/OSA/3.0/annul',
  common: 'http://schemas.nav.gov.hu/NTCA/1.0/common',
} as const;

const UNITS: Readonly<Record<string, string>> = {
  ...{
    '': 'PIECE',
    pc: 'PIECE',
    pcs: 'PIECE',
    db: 'PIECE',
    kg: 'KILOGRAM',
    t: 'TON',
    kwh: 'KWH',
    day: 'DAY',
  },
  ...{ nap: 'DAY', h: 'HOUR', min: 'MINUTE', l: 'LITER', km: 'KILOMETER', m3: 'CUBIC_METER', m: 'METER' },
};
const MOST_DESCRIPTION = 512;
/** Why no tax is in it, by group. */
const EXEMPT = { case: 'TAM', reason: 'Áfa tv. szerint tárgyi adómentes' };
const OUT_OF_SCOPE = { case: 'ATK', reason: 'Áfa tv. hatályán kívül' };

/** The document. */
export function invoiceXml(invoice: HuInvoice): string {
  const { number, day, reference, lines } = invoice;
  const root = `InvoiceData xmlns="${NAMESPACES.data}" xmlns:base="${NAMESPACES.base}"`;
  const body = element(
    'invoice',
    reference === null
      ? ''
      : element(
          'invoiceReference',
          textElement('originalInvoiceNumber', reference.original),
          textElement('modifyWithoutMaster', 'false'),
          textElement('modificationIndex', String(reference.index)),
        ),
    head(invoice),
    element(
      'invoiceLines',
      textElement('mergedItemIndicator', 'false'),
      ...lines.map((line, i) => lineXml(line, i + 1, invoice)),
    ),
    element('invoiceSummary', ...summary(invoice)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${element(
    root,
    textElement('invoiceNumber', number),
    textElement('invoiceIssueDate', day),
    textElement('completenessIndicator', 'false'),
    element('invoiceMain', body),
  )}`;
}

function head({
  supplier,
  customer,
  isSimplified,
  day,
  paymentMethod,
  currency,
  rate: worth,
}: HuInvoice): string {
  const number = readTaxNumber(supplier.taxId)!;
  const isPerson = customer.status === 'PRIVATE_PERSON';
  const vatData =
    customer.status === 'DOMESTIC'
      ? element('customerTaxNumber', taxNumberXml(customer.taxNumber))
      : customer.status === 'OTHER'
        ? textElement(
            customer.taxId.isUnion ? 'communityVatNumber' : 'thirdStateTaxId',
            customer.taxId.number,
          )
        : '';
  return element(
    'invoiceHead',
    element(
      'supplierInfo',
      element('supplierTaxNumber', taxNumberXml(number)),
      textElement('supplierName', supplier.name),
      element('supplierAddress', address({ ...supplier, country: 'HU' })),
    ),
    element(
      'customerInfo',
      textElement('customerVatStatus', customer.status),
      // Of people nothing may be told.
      ...(isPerson
        ? []
        : [
            element('customerVatData', vatData),
            textElement('customerName', customer.name),
            element('customerAddress', address(customer)),
          ]),
    ),
    element(
      'invoiceDetail',
      textElement('invoiceCategory', isSimplified ? 'SIMPLIFIED' : 'NORMAL'),
      textElement('invoiceDeliveryDate', day),
      textElement('currencyCode', currency),
      textElement('exchangeRate', worth),
      textElement('paymentMethod', paymentMethod),
      textElement('invoiceAppearance', 'PAPER'),
    ),
  );
}

function lineXml(line: InvoiceLine, at: number, { isSimplified, reference, rate: worth }: HuInvoice): string {
  const { description, quantity, unit, price, amount, group } = line;
  const known = UNITS[unit.toLowerCase()];
  const tax = taxIn(amount, group);
  return element(
    'line',
    textElement('lineNumber', String(at)),
    reference === null
      ? ''
      : element(
          'lineModificationReference',
          textElement('lineNumberReference', String(reference.lines + at)),
          textElement('lineOperation', 'CREATE'),
        ),
    // A unit price without tax has no exact amount.
    textElement('lineExpressionIndicator', String(isSimplified)),
    textElement('lineDescription', description.slice(0, MOST_DESCRIPTION)),
    textElement('quantity', quantity),
    known === undefined
      ? textElement('unitOfMeasure', 'OWN') + textElement('unitOfMeasureOwn', unit.slice(0, 50))
      : textElement('unitOfMeasure', known),
    isSimplified ? both('unitPrice', price, worth) : '',
    isSimplified
      ? element(
          'lineAmountsSimplified',
          element('lineVatRate', rate(group, true)),
          both('lineGrossAmountSimplified', amount, worth),
        )
      : element(
          'lineAmountsNormal',
          element('lineNetAmountData', both('lineNetAmount', amount - tax, worth)),
          element('lineVatRate', rate(group, false)),
          element('lineVatData', both('lineVatAmount', tax, worth)),
          element('lineGrossAmountData', both('lineGrossAmountNormal', amount, worth)),
        ),
  );
}

function summary({ isSimplified, taxes, total, rate: worth }: HuInvoice): string[] {
  const sum = (name: 'net' | 'tax') => taxes.reduce((all, line) => all + line[name], 0);
  const gross = element('summaryGrossData', both('invoiceGrossAmount', total, worth));
  if (isSimplified)
    return [
      ...taxes.map(({ group, gross: amount }) =>
        element(
          'summarySimplified',
          element('vatRate', rate(group, true)),
          both('vatContentGrossAmount', amount, worth),
        ),
      ),
      gross,
    ];
  const byRate = taxes.map(({ group, net, tax, gross: amount }) =>
    element(
      'summaryByVatRate',
      element('vatRate', rate(group, false)),
      element('vatRateNetData', both('vatRateNetAmount', net, worth)),
      element('vatRateVatData', both('vatRateVatAmount', tax, worth)),
      element('vatRateGrossData', both('vatRateGrossAmount', amount, worth)),
    ),
  );
  const totals = both('invoiceNetAmount', sum('net'), worth) + both('invoiceVatAmount', sum('tax'), worth);
  return [element('summaryNormal', ...byRate, totals), gross];
}

/** Percentage of a group; 0 for one without tax. */
function percentOf(group: string): number {
  return Number(table.groups.find((one) => one.group === group)?.rate ?? 0);
}

/** Tax in a gross amount, half up. */
function taxIn(amount: number, group: string): number {
  const percent = percentOf(group);
  const tax = Math.floor((Math.abs(amount) * percent * 2 + 100 + percent) / (2 * (100 + percent)));
  return amount < 0 ? -tax : tax;
}

/** @param isContent what of the gross amount is tax (0.2126), in place of the percentage (0.27) */
function rate(group: string, isContent: boolean): string {
  const percent = percentOf(group);
  if (percent === 0) {
    const { case: name, reason } = group === 'D' ? OUT_OF_SCOPE : EXEMPT;
    return element(
      group === 'D' ? 'vatOutOfScope' : 'vatExemption',
      textElement('case', name),
      textElement('reason', reason),
    );
  }
  if (!isContent) return textElement('vatPercentage', amountText(percent, 2));
  const content = Math.floor((percent * 20_000 + 100 + percent) / (2 * (100 + percent)));
  return textElement('vatContent', `0.${String(content).padStart(4, '0')}`);
}

function taxNumberXml({ taxpayerId, vatCode, countyCode }: TaxNumber): string {
  const rest = textElement('base:vatCode', vatCode) + textElement('base:countyCode', countyCode);
  return textElement('base:taxpayerId', taxpayerId) + (vatCode === '' ? '' : rest);
}

function address(at: { country: string; zip: string; city: string; street: string }): string {
  return element(
    'base:simpleAddress',
    textElement('base:countryCode', at.country),
    textElement('base:postalCode', at.zip),
    textElement('base:city', at.city),
    textElement('base:additionalAddressDetail', at.street),
  );
}

/** An amount, and the same in forint. @param forints for one of the currency */
function both(name: string, amount: number, forints: string): string {
  return textElement(name, amountText(amount, 2)) + textElement(`${name}HUF`, inForint(amount, forints));
}

/** Hundredths of a currency in forint, half up away from zero. */
export function inForint(amount: number, rate: string): string {
  const [whole = '0', part = ''] = rate.split('.');
  const [exact, scale] = [BigInt(Math.abs(amount)) * BigInt(whole + part), 10n ** BigInt(part.length)];
  const forints = Number((2n * exact + scale) / (2n * scale));
  return amountText(amount < 0 ? -forints : forints, 2);
}

/** An element with elements. @param name with attributes, if any */
export function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name.split(' ')[0]!}>`;
}
