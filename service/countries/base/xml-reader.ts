/**
 * Strict reading of XML that an authority or a device has sent: UTF-8,
 * well-formed, no document type declaration, and so no entities beyond XML's own five.
 */
import { SaxesParser } from 'saxes';

/** An element. */
export interface XmlElement {
  /** Namespace URI, empty for unqualified elements. */
  namespace: string;
  /** Name without prefix. */
  name: string;
  /** Without prefix, by name; those with one mean nothing in the answers that are read so. */
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text directly inside, as written. */
  text: string;
}

/** Receipt checks of FinanzOnline nest two elements for each partial check. */
const MAX_DEPTH = 64;

class XmlProblem extends Error {}

/** Reads a document; `problem` says in English what is wrong with it. */
export function readXml(bytes: Buffer): { root: XmlElement } | { problem: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'it is not UTF-8' };
  }
  try {
    return { root: parse(text) };
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.message };
    throw error;
  }
}

/** The first child of this name in whatever namespace. */
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

function parse(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const document: XmlElement = { namespace: '', name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const refuse = (what: string): never => {
    throw new XmlProblem(`${what} at line ${parser.line}, column ${parser.column}`);
  };
  parser.on('error', (error) =>
    refuse(`it is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`),
  );
  parser.on('doctype', () => refuse('it has a document type declaration'));
  parser.on('opentag', (tag) => {
    if (open.length > MAX_DEPTH) refuse(`more than ${MAX_DEPTH} nested elements`);
    const attributes = Object.fromEntries(
      Object.values(tag.attributes)
        .filter(({ prefix, name }) => prefix === '' && name !== 'xmlns')
        .map(({ name, value }) => [name, value]),
    );
    const element: XmlElement = { namespace: tag.uri, name: tag.local, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (chunk) => {
      open.at(-1)!.text += chunk;
    });
  }
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return document.children[0]!;
}
