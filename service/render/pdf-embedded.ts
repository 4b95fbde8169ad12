/**
 * An invoice as XML inside of a PDF file (Factur-X 1.0, ZUGFeRD 2): PDF/A-3b (ISO 19005-3) with
 * the file as an alternative of the printed form, and metadata that say so.
 */
import type { Pdf } from './fonts.ts';

/** The file, and what the metadata say of it. */
export interface EmbeddedInvoice {
  xml: string;
  /** E.g. `factur-x.xml`. */
  fileName: string;
  documentType: string;
  version: string;
  /** Conformance level, e.g. `EN 16931`. */
  level: string;
}

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** Properties of the extension schema: name, and what it is. */
const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document'],
  ['Version', 'The version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

/** Puts the invoice and the metadata into a document of PDF/A-3b. */
export function embedInvoice(
  pdf: Pdf,
  invoice: EmbeddedInvoice,
  about: { title: string; author: string; date: Date },
): void {
  const { xml, fileName: name, documentType, version, level } = invoice;
  pdf.file(Buffer.from(xml, 'utf8'), {
    ...{ name, type: 'text/xml', description: 'Factur-X/ZUGFeRD', relationship: 'Alternative' },
    ...{ creationDate: about.date, modifiedDate: about.date },
  });
  const values = {
    DocumentFileName: name,
    DocumentType: documentType,
    Version: version,
    ConformanceLevel: level,
  };
  const metadata = pdf as unknown as { appendXML(text: string): void };
  metadata.appendXML(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(about.title)}</rdf:li></rdf:Alt></dc:title>` +
      `<dc:creator><rdf:Seq><rdf:li>${escaped(about.author)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`,
  );
  const properties = Object.entries(values).map(([key, value]) => `<fx:${key}>${escaped(value)}</fx:${key}>`);
  metadata.appendXML(
    `<rdf:Description rdf:about="" xmlns:fx="${FX}">${properties.join('')}</rdf:Description>`,
  );
  metadata.appendXML(extensionSchema());
}

function extensionSchema(): string {
  const properties = PROPERTIES.map(
    ([name, text]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      '<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>' +
      `<pdfaProperty:description>${text}</pdfaProperty:description></rdf:li>`,
  ).join('');
  return (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
    'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
    '<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property>` +
    '</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>'
  );
}

/** Characters that XML cannot carry are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
}
