/** Metadata of a PDF file: XMP (ISO 16684-1), with the descriptions of schemas that PDF/A asks for. */
import { SaxesParser } from 'saxes';
import { streamOf, type PdfFile } from './file.ts';

/** Schemas of XMP and PDF/A, which need no description, by their usual prefixes. */
export const XMP = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  frame: 'adobe:ns:meta/',
} as const;
const KNOWN = new Set<string>(Object.values(XMP));

/** What metadata say. */
export interface Metadata {
  /** Value of a property, by the address of its schema and its name; null for none. */
  property(schema: string, name: string): string | null;
  schemas: {
    /** Addresses of those that need a description. */
    used: Set<string>;
    /** Those that have one, with the names of their properties. */
    described: Map<string, Set<string>>;
  };
}

interface Element {
  schema: string;
  name: string;
  text: string;
  inner: Element[];
}

/**
 * The metadata of a document.
 * @throws Error when they are no XML
 */
export function metadataOf({ catalog }: PdfFile): Metadata {
  const all = elementsOf(streamOf(catalog, 'Metadata')?.toString('utf8') ?? '');
  const inside = ({ inner }: Element, schema: string, name: string): string[] =>
    inner.flatMap((one) => [
      ...(one.schema === schema && one.name === name ? [one.text] : []),
      ...inside(one, schema, name),
    ]);
  const described = new Map<string, Set<string>>();
  for (const item of all.filter(({ schema, name }) => schema === XMP.rdf && name === 'li')) {
    const [schema] = inside(item, XMP.pdfaSchema, 'namespaceURI');
    if (schema !== undefined) described.set(schema, new Set(inside(item, XMP.pdfaProperty, 'name')));
  }
  return {
    property: (schema, name) => all.find((one) => one.schema === schema && one.name === name)?.text ?? null,
    schemas: {
      used: new Set(all.map(({ schema }) => schema).filter((schema) => !KNOWN.has(schema))),
      described,
    },
  };
}

/** All elements of a document; properties that are written as attributes are not looked at. */
function elementsOf(xml: string): Element[] {
  const parser = new SaxesParser({ xmlns: true });
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local }) => {
    const element = { schema: uri, name: local, text: '', inner: [] };
    open.at(-1)?.inner.push(element);
    all.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return all;
}
