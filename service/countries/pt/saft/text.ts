/** Texts and elements of the file. All texts here are as `cp1252` makes them. */
import { cp1252 } from './cp1252.ts';

/** What stands for a value that is mandatory but not known. */
export const UNKNOWN_TEXT = 'Desconhecido';

/**
 * A value for the file: trimmed, cut to the length its element may have, not yet
 * escaped. Empty when there is none; extensions may bring values that are no text.
 */
export function fit(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const text = cp1252(value).trim();
  return text.length > max ? text.slice(0, max).trimEnd() : text;
}

/** The text of an extension attribute; empty when it is absent or no text. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text for an element. */
export function escape(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (c) => ESCAPES[c]!) : text;
}

/** An element with a text from {@link fit}; nothing for an empty one, since the schema forbids empty elements. */
export function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escape(text)}</${name}>`;
}
