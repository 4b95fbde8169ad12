/**
 * What an XML invoice says, read back for the check of the rules: from what was
 * written, and by other code than that which wrote it. Amounts stay texts.
 */
import { SaxesParser } from 'saxes';

/** An element with its attributes. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

const MAX_DEPTH = 32;
const MAX_BYTES = 20_000_000;

class Problem extends Error {}

/** Reads a document; `problem` says in English what is wrong with it. */
export function readInvoiceXml(text: string): { root: Element } | { problem: string } {
  if (text.length > MAX_BYTES) return { problem: 'it is too long' };
  const parser = new SaxesParser({ xmlns: true });
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const refuse = (what: string): never => {
    throw new Problem(what);
  };
  parser.on('error', (error) => refuse(`it is not well-formed XML: ${error.message}`));
  parser.on('doctype', () => refuse('it has a document type declaration'));
  parser.on('opentag', ({ local, attributes }) => {
    if (open.length > MAX_DEPTH) refuse(`more than ${MAX_DEPTH} nested elements`);
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (chunk) => (open.at(-1)!.text += chunk));
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
  const [root] = document.children;
  return root ? { root } : { problem: 'it is empty' };
}

/** All elements at the end of a path of names. */
export function all(from: Element | undefined, path: string): Element[] {
  let found = from ? [from] : [];
  for (const name of path.split('/')) found = found.flatMap((e) => e.children.filter((c) => c.name === name));
  return found;
}

/** The first of them. */
export function first(from: Element | undefined, path: string): Element | undefined {
  return all(from, path)[0];
}

/** Its text without blanks around it; empty when there is none. */
export function textAt(from: Element | undefined, path: string): string {
  return first(from, path)?.text.trim() ?? '';
}
