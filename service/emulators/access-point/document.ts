/** Reads a business document as strictly as an access point may: header, invoice, and that both say the same. */
import { faultsIn, readInvoice } from '../../e-invoicing/rules/check.ts';
import { all, readInvoiceXml, textAt, type Element } from '../../e-invoicing/rules/read.ts';
import type { TakenDocument } from './emulator.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const HEADER = 'StandardBusinessDocumentHeader';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A document, or all that is wrong with it. */
export function readDocument(
  text: string,
): { document: Omit<TakenDocument, 'state'> } | { errors: string[] } {
  const read = readInvoiceXml(text);
  if ('problem' in read) return { errors: [read.problem] };
  const { root } = read;
  if (root.name !== 'StandardBusinessDocument')
    return { errors: [`${root.name} has no business document header`] };
  const xml = invoiceIn(text);
  if (xml === null) return { errors: ['there is no invoice behind the header'] };
  const id = textAt(root, `${HEADER}/DocumentIdentification/InstanceIdentifier`);
  const sender = textAt(root, `${HEADER}/Sender/Identifier`);
  const receiver = textAt(root, `${HEADER}/Receiver/Identifier`);
  const content = readInvoice(xml);
  if ('problem' in content) return { errors: [content.problem] };
  const { customization, seller, buyer, number, kind } = content.content;
  const rules = customization.includes('xrechnung')
    ? 'xrechnung'
    : customization.includes('peppol')
      ? 'peppol'
      : 'none';
  const errors = faultsIn(xml, rules).map(({ rule, text: why }) => `${rule}: ${why}`);
  if (!UUID.test(id)) errors.push('the instance identifier is no UUID');
  if (sender !== `${seller.scheme}:${seller.endpoint}`)
    errors.push('the header names another sender than the invoice');
  if (receiver !== `${buyer.scheme}:${buyer.endpoint}`)
    errors.push('the header names another recipient than the invoice');
  if (!scopeOf(root, 'DOCUMENTID').includes(`##${customization}::`))
    errors.push('DOCUMENTID does not name the form of the invoice');
  if (scopeOf(root, 'PROCESSID') === '') errors.push('PROCESSID is missing');
  if (scopeOf(root, 'COUNTRY_C1') !== seller.country)
    errors.push('COUNTRY_C1 is not the country of the seller');
  return errors.length > 0 ? { errors } : { document: { id, sender, receiver, number, kind, xml } };
}

/** The bytes between header and end: what the recipient gets. */
function invoiceIn(text: string): string | null {
  const end = `</${HEADER}>`;
  const from = text.indexOf(end);
  const till = text.lastIndexOf('</StandardBusinessDocument>');
  return from < 0 || till < from ? null : DECLARATION + text.slice(from + end.length, till);
}

function scopeOf(root: Element, type: string): string {
  const scope = all(root, `${HEADER}/BusinessScope/Scope`).find((one) => textAt(one, 'Type') === type);
  return textAt(scope, 'InstanceIdentifier');
}
