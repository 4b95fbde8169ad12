/**
 * XML of emulators, in and out. Not that of their clients: what shares its code
 * shares its mistakes. Strict: UTF-8, well-formed, no document type declaration.
 */
import { SaxesParser } from 'saxes';

/** An element of a request. */
export interface Element {
  namespace: string;
  name: string;
  /** By name; namespace declarations and `xsi:` hints are left out. */
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  /** Text directly inside, as written. */
  text: string;
}

/** Namespace of SOAP 1.1. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

const MAX_DEPTH = 12;

/** The root element of a document; null when the bytes are none. */
export function readRoot(bytes: Buffer): Element | null {
  try {
    return read(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** The element in the body of a SOAP message; null when the bytes are no message with one element. @param soap namespace of the envelope */
export function readBody(bytes: Buffer, soap = SOAP): Element | null {
  const root = readRoot(bytes);
  if (!root) return null;
  const is = (element: Element, name: string) => element.name === name && element.namespace === soap;
  const parts = root.children;
  const bodies = parts.filter((part) => is(part, 'Body'));
  const wellMade =
    is(root, 'Envelope') &&
    parts.every((part) => is(part, 'Header') || is(part, 'Body')) &&
    bodies.length === 1 &&
    bodies[0]!.children.length === 1;
  return wellMade ? bodies[0]!.children[0]! : null;
}

/** The first part of an element with this name. */
export function partOf(element: Element, name: string): Element | undefined {
  return element.children.find((c) => c.name === name);
}

/** Its text, as written; empty when there is none. */
export function textOf(element: Element, name: string): string {
  return partOf(element, name)?.text ?? '';
}

/** Root of a document; null when the text is none. */
export function readText(text: string): Element | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}

function read(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const top: Element = { namespace: '', name: '', attributes: {}, children: [], text: '' };
  const path = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('document type declaration');
  });
  parser.on('opentag', (tag) => {
    if (path.length > MAX_DEPTH) throw new Error('too deep');
    const attributes = Object.fromEntries(
      Object.values(tag.attributes)
        .filter((a) => a.prefix !== 'xmlns' && a.name !== 'xmlns' && a.prefix !== 'xsi')
        .map((a) => [a.name, a.value]),
    );
    const element = { namespace: tag.uri, name: tag.local, attributes, children: [], text: '' };
    path.at(-1)!.children.push(element);
    path.push(element);
  });
  const add = (chunk: string) => {
    path.at(-1)!.text += chunk;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    path.pop();
  });
  parser.write(text).close();
  return top.children[0]!;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** An element with text, which comes from requests that were well-formed. @param attributes as written */
export function leaf(name: string, text: string, attributes = ''): string {
  const start = attributes === '' ? name : `${name} ${attributes}`;
  if (text === '') return `<${start}/>`;
  const escaped = text.replace(/[&<>]/g, (c) => ENTITIES[c]!).replaceAll('\r', '&#13;');
  return `<${start}>${escaped}</${name}>`;
}

/** An element with elements. */
export function branch(name: string, ...inner: string[]): string {
  return `<${name}>${inner.join('')}</${name}>`;
}

/** A message, with the prefixes of the real service. */
export function envelope(body: string): string {
  return (
    `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}"><SOAP-ENV:Header/>` +
    `<SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}
