/** XML texts for authorities. */
import { ILLEGAL_CHARACTER } from '../../receipt/tree.ts';

const ILLEGAL_CHARACTERS = new RegExp(ILLEGAL_CHARACTER, 'gu');
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** A text for an element or an attribute in double quotes. Characters that XML cannot carry become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(ILLEGAL_CHARACTERS, '\uFFFD').replace(/[&<>"\r]/g, (c) => ESCAPES[c]!);
}

/**
 * An element with text.
 * @param name with attributes, if any: it is written as it is
 */
export function textElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name.split(' ')[0]!}>`;
}
