/**
 * Reads the journal of cash registers element by element, for whoever checks one (SAF-T Cash Register,
 * SKVFS 2021:16); shares no code with what writes them. Every byte is foreign: what is too large for one element ends the reading.
 */
import { SaxesParser } from 'saxes';

/** An element. */
export interface Element {
  name: string;
  /** Namespace. */
  space: string;
  /** Text directly inside. */
  text: string;
  children: Element[];
}

/** Elements of one that is told: a Z report by articles is long. */
const MOST_ELEMENTS = 1_000_000;

/**
 * Reads a file.
 * @param told names of the elements that are told one by one; what is around them is only passed
 * @param take gets the elements in their order, the root first
 * @param passed gets the names of those that are only passed
 * @throws Error with what is wrong with the file, English
 */
export async function readAuditFile(
  bytes: AsyncIterable<Buffer>,
  told: ReadonlySet<string>,
  take: (element: Element) => void,
  passed: (name: string) => void = () => undefined,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true });
  const path: Element[] = [];
  let [depth, count] = [0, 0];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration');
  });
  parser.on('opentag', ({ local: name, uri }) => {
    depth += 1;
    if (depth === 1) take({ name, space: uri, text: '', children: [] });
    const parent = path.at(-1);
    if (!parent && !told.has(name)) {
      if (depth > 1) passed(name);
      return;
    }
    count = parent ? count + 1 : 0;
    if (count > MOST_ELEMENTS) throw new Error(`an element ${path[0]!.name} has too many others in it`);
    const element: Element = { name, space: uri, text: '', children: [] };
    parent?.children.push(element);
    path.push(element);
  });
  parser.on('text', (text) => {
    const element = path.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    depth -= 1;
    const element = path.pop();
    if (element && path.length === 0) take(element);
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode());
  parser.close();
}

/** Text of the first element of a name inside; empty without. */
export function textOf(element: Element, name: string): string {
  return element.children.find((each) => each.name === name)?.text.trim() ?? '';
}

/** All elements of a name, however deep. */
export function* within(element: Element, name: string): Generator<Element> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* within(child, name);
  }
}

/** An amount in minor units; null for what is none. */
export function centsOf(text: string): number | null {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}
