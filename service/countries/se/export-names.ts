/** Names of the journal export of SKVFS 2021:16 (schema of 2021-12-08), and its texts and amounts. */
import { minor } from '../../receipt/money.ts';
import { textElement } from '../base/xml-writer.ts';
import { bounded, money } from '../base/cash-register/texts.ts';
import { normalForm } from '../../normal-form.ts';

/** Namespace of the root, and that of everything in it. */
export const ROOT_SPACE = 'http://xmls.skatteverket.se/se/skatteverket/td/instans/utredningsstod/1.0';
/** See above. */
export const PART_SPACE = 'http://xmls.skatteverket.se/se/skatteverket/td/komponent/utredningsstod/1.0';
/** Name of the root, and of the file. */
export const ROOT = 'ExportAvDataFranJournalminneEnligtSKVFS2021-16';

/** Longest text of the schema. */
const MOST = 72;

/** What stands in a file as it is, words with one blank between them: most of it. */
const PLAIN = /^[\w.:,;/+=-]+(?: [\w.:,;/+=-]+)*$/;

/** An element with a text within its bounds; empty without one. */
export function leaf(name: string, value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || (value.length <= MOST && PLAIN.test(value)))
    return `<utreko:${name}>${value}</utreko:${name}>\n`;
  const text = bounded(value, MOST);
  return text === '' ? '' : `${textElement(`utreko:${name}`, text)}\n`;
}

/** An element with what needs no escaping and has its bounds: numbers, amounts, times. */
export function plain(name: string, value: string | number): string {
  return `<utreko:${name}>${value}</utreko:${name}>\n`;
}

/** Elements with texts, in order. */
export function leaves(values: Readonly<Record<string, string | number | undefined>>): string {
  let xml = '';
  for (const name in values) xml += leaf(name, values[name]);
  return xml;
}

/** An element with others in it; empty without. */
export function branch(name: string, content: string): string {
  return content === '' ? '' : `<utreko:${name}>\n${content}</utreko:${name}>\n`;
}

/** A text that the schema wants; a dash where nobody has entered one. */
export function known(value: unknown): string {
  const text = typeof value === 'string' ? bounded(value, MOST) : '';
  return text === '' ? '-' : text;
}

/** Longest serial number of a cash register. */
const MOST_SERIAL = 48;

/** Serial number of a cash register: letters A to Z, digits, hyphens, with single blanks between; a dash where there is none of it. */
export function serialNumber(value: unknown): string {
  const text = typeof value === 'string' ? normalForm(value, 'NFD').replace(/\p{M}/gu, '') : '';
  const words = text
    .replace(/[^A-Za-z\d-]+/g, ' ')
    .trim()
    .slice(0, MOST_SERIAL)
    .trim();
  return words === '' ? '-' : words;
}

/** Whole öre with a point and two decimals. */
export const kronor = (cents: number | bigint): string => money(cents);

/** A decimal text with at most two decimals, rounded half away from zero. */
export function twoDecimals(text: string): string {
  // Nearly all are pieces and percentages.
  if (text.length < 3 && !text.includes('.')) return text;
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (decimals.length <= 2) return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
  const cut = BigInt(`${whole}${decimals.slice(0, 2)}`) + (decimals[2]! >= '5' ? 1n : 0n);
  return `${cut === 0n ? '' : sign}${money(cut)}`;
}

/** Amount of an attribute as whole öre; 0 for what is none. */
export function centsOf(text: string | undefined): number {
  return text === undefined ? 0 : minor(text, 2);
}
