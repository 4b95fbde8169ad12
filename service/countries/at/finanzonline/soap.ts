/**
 * SOAP 1.1 envelopes in and out. Reading is strict: UTF-8, well-formed, no
 * document type declaration, and so no entities beyond XML's own five.
 */
import { SaxesParser } from 'saxes';
import { ILLEGAL_CHARACTER } from '../../../receipt/tree.ts';

/** Namespace of SOAP 1.1. */
export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** An element of an answer. Prefixes and attributes mean nothing there and are left out. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  /** Text directly inside, as written. */
  text: string;
}

/** Receipt checks nest two elements for each partial check. */
const MAX_DEPTH = 64;
const ILLEGAL_CHARACTERS = new RegExp(ILLEGAL_CHARACTER, 'gu');
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

class XmlProblem extends Error {}

/**
 * An element with text. Characters that XML cannot carry become U+FFFD.
 * @param name with attributes, if any: it is written as it is
 */
export function textElement(name: string, text: string): string {
  const escaped = text.replace(ILLEGAL_CHARACTERS, '\uFFFD').replace(/[&<>"\r]/g, (c) => ESCAPES[c]!);
  return `<${name}>${escaped}</${name.split(' ')[0]!}>`;
}

/** A whole message; `body` is an XML text. */
export function writeEnvelope(body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="${SOAP_NAMESPACE}">` +
    `<S:Body>${body}</S:Body></S:Envelope>`
  );
}

/** What a message holds: the element in its body, a fault, or an English text about what is wrong. */
export type Message = { body: XmlElement } | { fault: { code: string; text: string } } | { problem: string };

/** Reads a message with one element in its body. */
export function readMessage(bytes: Buffer): Message {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'it is not UTF-8' };
  }
  const read = readXml(text);
  if ('problem' in read) return read;
  const { root } = read;
  if (root.name !== 'Envelope') return { problem: 'it is not a SOAP 1.1 envelope' };
  const body = child(root, 'Body')?.children[0];
  if (!body) return { problem: 'the SOAP envelope is empty' };
  return body.name === 'Fault' ? { fault: readFault(body) } : { body };
}

/** The first child of this name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((c) => c.name === name);
}

/** All children of this name. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((c) => c.name === name) ?? [];
}

/** Text of the first child of this name without blanks around it; empty when there is none. */
export function childText(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text.trim() ?? '';
}

/** The reason stands deep in the detail, in an element whose name says nothing. */
function readFault(fault: XmlElement): { code: string; text: string } {
  const texts = [childText(fault, 'faultstring'), ...[...allTexts(child(fault, 'detail'))]];
  return {
    // `SOAP-ENV:Client` as well as `Client`.
    code: childText(fault, 'faultcode').replace(/^.*:/, ''),
    text: [...new Set(texts.filter((t) => t !== ''))].join(' – '),
  };
}

function* allTexts(element: XmlElement | undefined): Generator<string> {
  if (!element) return;
  yield element.text.trim();
  for (const inner of element.children) yield* allTexts(inner);
}

function readXml(text: string): { root: XmlElement } | { problem: string } {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const document: XmlElement = { name: '', children: [], text: '' };
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
    if (open.length === 1 && tag.uri !== SOAP_NAMESPACE) refuse('it is not a SOAP 1.1 envelope');
    const element: XmlElement = { name: tag.local, children: [], text: '' };
    top().children.push(element);
    open.push(element);
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (chunk) => {
      top().text += chunk;
    });
  }
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
