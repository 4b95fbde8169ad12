/**
 * SOAP 1.1 envelopes in and out. Reading is strict: UTF-8, well-formed, no
 * document type declaration, and so no entities beyond XML's own five.
 */
import { SaxesParser } from 'saxes';
import { ILLEGAL_CHARACTER } from '../../../receipt/tree.ts';

/** Namespace of SOAP 1.1. */
export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** An element. Attributes mean nothing to this service and are left out. */
export interface XmlElement {
  /** Namespace URI, empty for unqualified elements. */
  namespace: string;
  /** Name without prefix. */
  name: string;
  children: XmlElement[];
  /** Text directly inside, as written. */
  text: string;
}

/** What stands in the header and in the body of an envelope. */
export interface Envelope {
  header: XmlElement[];
  body: XmlElement[];
}

const MAX_DEPTH = 16;
const ILLEGAL_CHARACTERS = new RegExp(ILLEGAL_CHARACTER, 'gu');
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

class XmlProblem extends Error {}

/** An element with text. Characters that XML cannot carry become U+FFFD. */
export function textElement(name: string, text: string): string {
  const escaped = text.replace(ILLEGAL_CHARACTERS, '\uFFFD').replace(/[&<>\r]/g, (c) => ESCAPES[c]!);
  return `<${name}>${escaped}</${name}>`;
}

/** A whole message; `header` and `body` are XML texts. */
export function writeEnvelope(header: string, body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="${SOAP_NAMESPACE}">` +
    `${header === '' ? '' : `<S:Header>${header}</S:Header>`}<S:Body>${body}</S:Body></S:Envelope>`
  );
}

/** Reads a message; `problem` says in English what is wrong with it. */
export function readEnvelope(bytes: Buffer): Envelope | { problem: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'it is not UTF-8' };
  }
  const read = readXml(text);
  if ('problem' in read) return read;
  const { root } = read;
  if (root.name !== 'Envelope' || root.namespace !== SOAP_NAMESPACE) {
    return { problem: 'it is not a SOAP 1.1 envelope' };
  }
  const part = (name: string) => root.children.find((c) => c.name === name && c.namespace === SOAP_NAMESPACE);
  const body = part('Body');
  if (!body) return { problem: 'the SOAP envelope has no body' };
  return { header: part('Header')?.children ?? [], body: body.children };
}

/** The first child of this name in whatever namespace. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((c) => c.name === name);
}

/** Text of the first child of this name without blanks around it; empty when there is none. */
export function childText(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text.trim() ?? '';
}

function readXml(text: string): { root: XmlElement } | { problem: string } {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const document: XmlElement = { namespace: '', name: '', children: [], text: '' };
  const open = [document];
  const top = () => open[open.length - 1]!;
  const refuse = (what: string): never => {
    throw new XmlProblem(`${what} at line ${parser.line}, column ${parser.column}`);
  };

  parser.on('error', (error) =>
    refuse(`it is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`),
  );
  parser.on('doctype', () => refuse('it has a document type declaration'));
  parser.on('opentag', (tag) => {
    if (open.length > MAX_DEPTH) refuse(`more than ${MAX_DEPTH} nested elements`);
    const element: XmlElement = { namespace: tag.uri, name: tag.local, children: [], text: '' };
    top().children.push(element);
    open.push(element);
  });
  parser.on('text', (chunk) => {
    top().text += chunk;
  });
  parser.on('cdata', (chunk) => {
    top().text += chunk;
  });
  parser.on('closetag', () => {
    open.pop();
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.message };
    throw error;
  }
  return { root: document.children[0]! };
}
