/** SOAP 1.1 envelopes in and out. */
import { child, childText, readXml, type XmlElement } from './xml-reader.ts';

/** Namespace of SOAP 1.1. */
export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Namespace of SOAP 1.2. */
export const SOAP12_NAMESPACE = 'http://www.w3.org/2003/05/soap-envelope';

/** What stands in the header and in the body of an envelope. */
export interface Envelope {
  header: XmlElement[];
  body: XmlElement[];
}

/** What a message holds: the element in its body, a fault, or an English text about what is wrong. */
export type Message = { body: XmlElement } | { fault: { code: string; text: string } } | { problem: string };

/** A whole message; `body` and `header` are XML texts. */
export function writeEnvelope(body: string, header = ''): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="${SOAP_NAMESPACE}">` +
    `${header === '' ? '' : `<S:Header>${header}</S:Header>`}<S:Body>${body}</S:Body></S:Envelope>`
  );
}

/** Reads an envelope; `problem` says in English what is wrong with it. */
export function readEnvelope(bytes: Buffer): Envelope | { problem: string } {
  const read = readXml(bytes);
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

/** Reads a message with one element in its body. */
export function readMessage(bytes: Buffer): Message {
  const read = readEnvelope(bytes);
  if ('problem' in read) return read;
  const [body] = read.body;
  if (!body) return { problem: 'the SOAP envelope is empty' };
  return body.name === 'Fault' ? { fault: readFault(body) } : { body };
}

/** The reason may stand deep in the detail, in an element whose name says nothing. */
function readFault(fault: XmlElement): { code: string; text: string } {
  const texts = [childText(fault, 'faultstring'), ...allTexts(child(fault, 'detail'))];
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
