/** Elements of SAF-T Cash Register: what is not known is left out. */
import { textElement } from '../xml-writer.ts';

/** What needs no escaping: most of a file. */
const PLAIN = /^[\w .:,;/+=-]*$/;

/** An element with text; empty without. */
export function leaf(name: string, text: string | number | undefined): string {
  if (text === undefined || text === '') return '';
  return typeof text === 'number' || PLAIN.test(text)
    ? `<${name}>${text}</${name}>\n`
    : `${textElement(name, text)}\n`;
}

/** Elements with text, in order; `undefined` and empty ones are left out. */
export function leaves(values: Readonly<Record<string, string | number | undefined>>): string {
  let xml = '';
  for (const name in values) xml += leaf(name, values[name]);
  return xml;
}

/** An element with others in it; empty without. */
export function branch(name: string, content: string): string {
  return content === '' ? '' : `<${name}>\n${content}</${name}>\n`;
}
