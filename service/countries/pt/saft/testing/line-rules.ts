/**
 * Rules about the lines of a document: the assertions A3 to A19 that the XSD 1.1
 * has and XSD 1.0 cannot express, and what the tax authority's programs check.
 */
import { all, CENT, child, fixed, textAt, type Element } from './reader.ts';

/** Sums of a document's lines, as `fixed` has them. */
export interface LineSums {
  debit: bigint;
  credit: bigint;
  quantity: bigint;
  /** Tax by the lines' percentages. */
  tax: bigint;
  /** Different taxes among the lines. */
  rates: number;
}

/** What the rules need to know about the document. */
export interface LineContext {
  section: string;
  type: string;
  /** Keys of the tax table, see {@link taxKey}. */
  taxes: ReadonlySet<string>;
  products: ReadonlySet<string>;
  fail(text: string): void;
}

/** Type, region, code and percentage of a tax. */
export function taxKey(tax: Element): string {
  return ['TaxType', 'TaxCountryRegion', 'TaxCode', 'TaxPercentage', 'TaxAmount']
    .map((name) => textAt(tax, name))
    .join(' ');
}

/** Checks all lines of a document. */
export function checkLines(document: Element, context: LineContext): LineSums {
  const sums: LineSums = { debit: 0n, credit: 0n, quantity: 0n, tax: 0n, rates: 0 };
  const rates = new Set<string>();
  all(document, 'Line').forEach((line, i) => {
    const fail = (text: string) => context.fail(`line ${i + 1}: ${text}`);
    if (textAt(line, 'LineNumber') !== String(i + 1)) fail('is numbered otherwise');
    checkExemption(line, context, fail);
    const signed = checkAmount(line, context, fail);
    if (signed < 0n) sums.debit -= signed;
    else sums.credit += signed;
    sums.quantity += fixed(textAt(line, 'Quantity') || '0');
    checkReferences(line, context, fail);
    checkTax(line, context, fail);
    rates.add(textAt(line, 'Tax', 'TaxPercentage'));
    // Tax may be charged alone: then of TaxBase.
    const base = textAt(line, 'TaxBase');
    const taxed = base === '' ? signed : textAt(line, 'DebitAmount') === '' ? fixed(base) : -fixed(base);
    sums.tax += (taxed * fixed(textAt(line, 'Tax', 'TaxPercentage') || '0')) / fixed('100');
  });
  sums.rates = rates.size;
  return sums;
}

/** A3 to A5, A8 to A12, A15 to A17: a reason exactly where there is no tax, and a code exactly with a reason. */
function checkExemption(line: Element, context: LineContext, fail: (text: string) => void): void {
  const reason = textAt(line, 'TaxExemptionReason');
  const code = textAt(line, 'TaxExemptionCode');
  for (const name of ['TaxAmount', 'TaxPercentage']) {
    const value = textAt(line, 'Tax', name);
    if (value !== '' && (fixed(value) === 0n) !== (reason !== '')) {
      fail(`${name} ${value} ${reason === '' ? 'without' : 'with'} TaxExemptionReason`);
    }
  }
  if ((reason === '') !== (code === '')) fail('TaxExemptionReason and TaxExemptionCode belong together');
  if (context.type === 'RC' && !child(line, 'Tax')) fail('RC needs Tax');
  const outside = textAt(line, 'Tax', 'TaxType') === 'NS';
  if (child(line, 'Tax') && outside !== (code === 'M99'))
    fail(`TaxType does not fit ${code || 'a taxed line'}`);
}

/** Amount of the line, negative on the debit side. A6, A7, A13, A14: TaxBase excludes price and amount. */
function checkAmount(line: Element, { section }: LineContext, fail: (text: string) => void): bigint {
  const debit = textAt(line, 'DebitAmount');
  const amount = fixed(debit || textAt(line, 'CreditAmount'));
  if (section !== 'Payments') {
    const price = fixed(textAt(line, 'UnitPrice'));
    if (child(line, 'TaxBase') && (price !== 0n || amount !== 0n)) fail('TaxBase with price or amount');
    const off = fixed(textAt(line, 'Quantity')) * price - amount * 10n ** 24n;
    if ((off < 0n ? -off : off) > CENT * 10n ** 24n) fail('Quantity times UnitPrice is not the amount');
  }
  return debit === '' ? amount : -amount;
}

function checkReferences(line: Element, { section, type }: LineContext, fail: (text: string) => void): void {
  const correction = type === 'NC' || type === 'ND';
  const reference = textAt(line, 'References', 'Reference');
  if (type === 'NC' && reference === '') fail('a credit note needs References');
  if (!correction && child(line, 'References')) fail('only corrections have References');
  if (correction && child(line, 'OrderReferences')) fail('a correction has no OrderReferences');
  if (section === 'Payments' && textAt(line, 'SourceDocumentID', 'OriginatingON') === '') {
    fail('a receipt needs the document it settles');
  }
}

/** Every tax and product has its master record, every sale a tax. */
function checkTax(line: Element, context: LineContext, fail: (text: string) => void): void {
  const tax = child(line, 'Tax');
  if (!tax && context.section === 'SalesInvoices') fail('has no tax');
  if (tax && !context.taxes.has(taxKey(tax))) fail(`tax ${taxKey(tax)} is not in the tax table`);
  const product = textAt(line, 'ProductCode');
  if (context.section !== 'Payments' && !context.products.has(product)) fail(`product ${product} is unknown`);
}
