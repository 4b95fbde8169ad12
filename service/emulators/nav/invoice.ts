/** What NAV looks at in an invoice: its schema, its number, its sums, and the one that it changes. */
import { readXml } from '../../countries/base/xml-reader.ts';
import { check } from '../schema.ts';
import { partOf, textOf, type Element } from '../xml.ts';
import { BASE, BASE_ELEMENTS, DATA, INVOICE_DATA } from './schema.ts';
import type { StoredInvoice } from './service.ts';

/** An invoice that is taken, or why not. */
export type Read = { number: string; reference: string | null } | { problem: { code: string; text: string } };

/** @param taxpayerId whose invoices are taken */
export function invoiceProblem(
  bytes: Buffer,
  operation: string,
  known: readonly StoredInvoice[],
  taxpayerId: string,
): Read {
  const wrong = (code: string, text: string) => ({ problem: { code, text } });
  const read = readXml(bytes);
  if ('problem' in read) return wrong('SCHEMA_VIOLATION', read.problem);
  const root: Element = read.root;
  const schema = check(root, INVOICE_DATA, DATA) ?? baseProblem(root);
  if (schema !== null) return wrong('SCHEMA_VIOLATION', schema);
  const number = textOf(root, 'invoiceNumber');
  const invoice = partOf(partOf(root, 'invoiceMain')!, 'invoice')!;
  const supplier = partOf(partOf(partOf(invoice, 'invoiceHead')!, 'supplierInfo')!, 'supplierTaxNumber')!;
  if (textOf(supplier, 'taxpayerId') !== taxpayerId)
    return wrong('SUPPLIER_TAX_NUMBER_MISMATCH', 'the invoice is of another company');
  if (known.some((one) => one.number === number))
    return wrong('INVOICE_NUMBER_NOT_UNIQUE', `A számlasorszám már létezik: ${number}`);
  const sums = sumProblem(invoice);
  if (sums !== null) return wrong('INVOICE_SUMMARY_MISMATCH', sums);
  const reference = partOf(invoice, 'invoiceReference');
  if ((operation === 'CREATE') !== (reference === undefined))
    return wrong('INVOICE_REFERENCE', `${operation} with the wrong reference`);
  if (!reference) return { number, reference: null };
  const original = textOf(reference, 'originalInvoiceNumber');
  const before = known.filter((one) => one.reference === original);
  if (!known.some((one) => one.number === original && one.reference === null))
    return wrong('INVALID_INVOICE_REFERENCE', `${original} is not known`);
  if (before.some((one) => one.operation === 'STORNO'))
    return wrong('INVALID_INVOICE_REFERENCE', `${original} was cancelled`);
  if (textOf(reference, 'modificationIndex') !== String(before.length + 1))
    return wrong('MODIFICATION_INDEX_MISMATCH', 'modificationIndex is not the next one');
  return { number, reference: original };
}

/** Elements of the other namespace, wherever they are. */
function baseProblem(element: Element): string | null {
  for (const child of element.children) {
    const declared = child.namespace === BASE ? BASE_ELEMENTS[child.name] : undefined;
    const problem = declared ? check(child, declared, BASE) : baseProblem(child);
    if (problem !== null) return problem;
  }
  return null;
}

function sumProblem(invoice: Element): string | null {
  const lines = partOf(invoice, 'invoiceLines')!.children.filter(({ name }) => name === 'line');
  const summary = partOf(invoice, 'invoiceSummary')!;
  const isSimplified = partOf(summary, 'summaryNormal') === undefined;
  const gross = (line: Element) => {
    const simplified = partOf(line, 'lineAmountsSimplified');
    if ((simplified !== undefined) !== isSimplified) return Number.NaN;
    const normal = partOf(partOf(line, 'lineAmountsNormal') ?? line, 'lineGrossAmountData');
    return simplified
      ? cents(simplified, 'lineGrossAmountSimplified')
      : cents(normal!, 'lineGrossAmountNormal');
  };
  const total = cents(partOf(summary, 'summaryGrossData')!, 'invoiceGrossAmount');
  const sum = lines.reduce((all, line) => all + gross(line), 0);
  if (sum !== total) return `lines add up to ${sum}, not to ${total}`;
  const numbers = lines.map((line) => Number(textOf(line, 'lineNumber')));
  return numbers.every((n, i) => n === i + 1) ? null : 'lines are not numbered from 1';
}

function cents(element: Element, name: string): number {
  const [whole = '0', part = ''] = textOf(element, name).split('.');
  const amount = Math.abs(Number(whole)) * 100 + Number(part.padEnd(2, '0'));
  return whole.startsWith('-') ? -amount : amount;
}
