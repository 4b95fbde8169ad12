/** XML of the printer: elements with attributes out, answers in. No entities, no document types. */
import { SaxesParser } from 'saxes';

/** An element of an answer. */
export interface Answer {
  success: boolean;
  code: string;
  status: string;
  /** Texts inside `addInfo`, by name. */
  info: Readonly<Record<string, string>>;
}

const MAX_DEPTH = 12;
const MAX_ELEMENTS = 500;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An element without content. Characters that no printer can print become a blank. */
export function element(name: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const text = String(value).replace(/[^\u0020-\u007E\u00A0-\u00FF\u20AC]/gu, ' ');
    return ` ${key}="${text.replace(/[&<>"]/g, (c) => ESCAPES[c]!)}"`;
  });
  return `<${name}${written.join('')}/>`;
}

/** A message around commands. */
export function message(root: string, commands: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<s:Body><${root}>${commands.join('')}</${root}></s:Body></s:Envelope>`
  );
}

/** Reads an answer; null when it is none. */
export function readAnswer(bytes: Buffer): Answer | null {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function parse(text: string): Answer | null {
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  let found: { success: boolean; code: string; status: string } | null = null;
  const info = new Map<string, string>();
  let [elements, value] = [0, ''];
  const refuse = (why: string): never => {
    throw new Error(why);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => refuse('document type'));
  parser.on('opentag', ({ local, attributes }) => {
    elements += 1;
    if (open.length >= MAX_DEPTH || elements > MAX_ELEMENTS) refuse('too much');
    open.push(local);
    value = '';
    if (local !== 'response') return;
    if (found) refuse('two answers');
    const of = (name: string) => attributes[name]?.value ?? '';
    found = { success: of('success') === 'true', code: of('code'), status: of('status') };
  });
  parser.on('text', (chunk) => {
    value += chunk;
  });
  parser.on('closetag', ({ local }) => {
    open.pop();
    if (open.at(-1) !== 'addInfo') return;
    if (info.has(local)) refuse('twice');
    info.set(local, value.trim());
  });
  parser.write(text).close();
  const head = found as { success: boolean; code: string; status: string } | null;
  return head && { ...head, info: Object.fromEntries(info) };
}
