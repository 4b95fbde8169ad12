/** Texts as XML may carry them. */
import { ILLEGAL_CHARACTER } from './tree.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as the value of an attribute. */
export function escapeAttribute(text: string): string {
  return legal(text).replace(/[&<>"\t\n\r]/g, (c) => ESCAPES[c]!);
}

/** A text between tags. */
export function escapeText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (c) => ESCAPES[c]!);
}

const ILLEGAL_CHARACTERS = new RegExp(ILLEGAL_CHARACTER, 'gu');

/** Warnings quote what was sent, and that may hold what XML cannot carry. */
function legal(text: string): string {
  return text.replace(ILLEGAL_CHARACTERS, '\uFFFD');
}
