/** The business document header around an invoice (UN/CEFACT SBDH 1.3, Peppol Business Message Envelope 2.0). */
import { escapeXml } from '../../countries/base/xml-writer.ts';
import type { Parcel } from '../contract.ts';
import { BUSINESS_PROCESS } from '../formats.ts';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** Root elements of invoices, by syntax and kind: namespace, name, version. */
const ROOTS = {
  UBL380: ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', 'Invoice', '2.1'],
  UBL381: ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', 'CreditNote', '2.1'],
  CII380: ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'CrossIndustryInvoice', 'D16B'],
  CII381: ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'CrossIndustryInvoice', 'D16B'],
} as const;

/** The same bytes for the same invoice: the time of the header is not that of the sending, which the gateway knows. */
export function sbdh(parcel: Parcel): string {
  const { id, from, to, kind, syntax, customization, country, bytes } = parcel;
  const [namespace, root, version] = ROOTS[`${syntax}${kind}`];
  const document = `${namespace}::${root}##${customization}::${version}`;
  const party = (name: string, { scheme, value }: Parcel['to']) =>
    `<${name}><Identifier Authority="iso6523-actorid-upis">${escapeXml(`${scheme}:${value}`)}</Identifier></${name}>`;
  const scope = (type: string, value: string, identifier: string) =>
    `<Scope><Type>${type}</Type><InstanceIdentifier>${escapeXml(value)}</InstanceIdentifier>` +
    `${identifier === '' ? '' : `<Identifier>${identifier}</Identifier>`}</Scope>`;
  // The XML declaration may stand at the beginning of a file alone.
  const invoice = bytes.toString('utf8').replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, '');
  const issued = /<(?:cbc:IssueDate)>(\d{4}-\d\d-\d\d)</.exec(invoice)?.[1] ?? '1970-01-01';
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<StandardBusinessDocument xmlns="${SBDH}"><StandardBusinessDocumentHeader>`,
    '<HeaderVersion>1.0</HeaderVersion>',
    party('Sender', from),
    party('Receiver', to),
    `<DocumentIdentification><Standard>${escapeXml(namespace)}</Standard><TypeVersion>${version}</TypeVersion>`,
    `<InstanceIdentifier>${id}</InstanceIdentifier><Type>${root}</Type>`,
    `<CreationDateAndTime>${issued}T00:00:00Z</CreationDateAndTime></DocumentIdentification>`,
    '<BusinessScope>',
    scope('DOCUMENTID', document, 'busdox-docid-qns'),
    scope('PROCESSID', BUSINESS_PROCESS, 'cenbii-procid-ubl'),
    scope('COUNTRY_C1', country, ''),
    `</BusinessScope></StandardBusinessDocumentHeader>${invoice}</StandardBusinessDocument>`,
  ].join('');
}
