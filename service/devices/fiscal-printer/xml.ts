/** XML of printers: elements with attributes out, answers in. No entities, no document types. */
import { SaxesParser } from 'saxes';

/** An element of an answer. */
export interface XmlElement {
  /** Without prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text directly inside, without blanks around it. */
  text: string;
}

const MAX_DEPTH = 12;
const MAX_ELEMENTS = 500;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An element without content. Characters that no printer can print become a blank. */
export function element(name: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const text = String(value).replace(/[^\u0020-\u007E\u00A0-\u00FF\u20AC]/gu, ' ');
    return ` ${key}="${text.replace(/[&<>"]/g, (c) => ESCAPES[c]!)}"`;
  });
  return `<${name}${written.join('')}/>`;
}

/** Reads an answer; null when it is no XML, or too much of it. */
export function readXml(bytes: Buffer): XmlElement | null {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function parse(text: string): XmlElement | null {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let elements = 0;
  const refuse = (why: string): never => {
    throw new Error(why);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => refuse('document type'));
  parser.on('opentag', ({ local, attributes }) => {
    elements += 1;
    if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) refuse('too much');
    const values = Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value]));
    const inner: XmlElement = { name: local, attributes: values, children: [], text: '' };
    open.at(-1)!.children.push(inner);
    open.push(inner);
  });
  parser.on('text', (chunk) => {
    open.at(-1)!.text += chunk;
  });
  parser.on('closetag', () => {
    const closed = open.pop()!;
    closed.text = closed.text.trim();
  });
  parser.write(text).close();
  return top.children[0] ?? null;
}

/** An element and all beneath it. */
export function allOf(root: XmlElement): XmlElement[] {
  return [root, ...root.children.flatMap(allOf)];
}

/** Texts of elements by their names; null when one is there twice. */
export function textsOf(elements: readonly XmlElement[]): Readonly<Record<string, string>> | null {
  const found = new Map(elements.map(({ name, text }) => [name, text]));
  return found.size === elements.length ? Object.fromEntries(found) : null;
}
