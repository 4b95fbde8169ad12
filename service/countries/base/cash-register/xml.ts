/** Elements of SAF-T Cash Register: what is not known is left out. */
import { textElement } from '../xml-writer.ts';

/** An element with text; empty without. */
export function leaf(name: string, text: string | number | undefined): string {
  return text === undefined || text === '' ? '' : `${textElement(name, String(text))}\n`;
}

/** Elements with text, in order; `undefined` and empty ones are left out. */
export function leaves(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, text]) => leaf(name, text))
    .join('');
}

/** An element with others in it; empty without. */
export function branch(name: string, content: string): string {
  return content === '' ? '' : `<${name}>\n${content}</${name}>\n`;
}
