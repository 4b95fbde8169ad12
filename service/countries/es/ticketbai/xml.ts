/** Elements of TicketBAI, in canonical form. */
import { canonicalElement } from '../../base/xades.ts';

/** Characters of the longest texts. */
export const LONG = 250;

/** An element with elements. */
export function group(name: string, ...content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

/** An element with a text of at most so many characters. */
export function element(name: string, text: string, most = LONG): string {
  const trimmed = text.trim();
  return canonicalElement(
    name,
    trimmed.length > most ? [...trimmed].slice(0, most).join('').trim() : trimmed,
  );
}

/** `YYYY-MM-DD` as `DD-MM-YYYY`. */
export function dayOf(date: string): string {
  return date.split('-').reverse().join('-');
}
