/** XML of control units: elements out, answers in. No entities, no document types. */
import { SaxesParser } from 'saxes';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const MOST_DEPTH = 12;
const MOST_ELEMENTS = 200;
/** Longest text that is shown or kept of an answer. */
const MOST_TEXT = 400;

/** Elements with text, in order; those that are undefined are left out. */
export function leaves(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, text]) => (text === undefined ? [] : [`<${name}>${escaped(String(text))}</${name}>`]))
    .join('');
}

/** A text as XML can carry it. */
export function escaped(text: string): string {
  return text
    .replace(/[^\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD]/gu, ' ')
    .replace(/[&<>"]/g, (c) => ESCAPES[c]!);
}

/** Whole öre with a comma and two decimals: `-125,00`. */
export function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** An answer: texts of its elements by their path without the root, such as `data/Status/Id`. */
export interface Answer {
  root: string;
  texts: ReadonlyMap<string, string>;
}

/** Reads an answer; null when it is none. */
export function readAnswer(bytes: Buffer, encoding: 'utf-8' | 'iso-8859-1'): Answer | null {
  try {
    return parse(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function parse(text: string): Answer {
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  const texts = new Map<string, string>();
  let [root, value, elements] = ['', '', 0];
  const refuse = (why: string): never => {
    throw new Error(why);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => refuse('document type'));
  parser.on('opentag', ({ local }) => {
    elements += 1;
    if (open.length >= MOST_DEPTH || elements > MOST_ELEMENTS) refuse('too much');
    if (open.length === 0) root = local;
    open.push(local);
    value = '';
  });
  parser.on('text', (chunk) => {
    value += chunk;
  });
  parser.on('closetag', () => {
    const path = open.slice(1).join('/');
    if (path !== '' && texts.has(path)) refuse('twice');
    if (path !== '') texts.set(path, value.trim());
    value = '';
    open.pop();
  });
  parser.write(text).close();
  return { root, texts };
}

/** A foreign text for receipts, logs and pages: one line, short, nothing that a terminal obeys. */
export function shown(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MOST_TEXT);
}
