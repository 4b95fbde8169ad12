/** Messages of the printer: SOAP around commands out, answers in. */
import { allOf, readXml, textsOf } from '../xml.ts';

/** An answer. */
export interface Answer {
  success: boolean;
  code: string;
  status: string;
  /** Texts inside `addInfo`, by name. */
  info: Readonly<Record<string, string>>;
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
  const root = readXml(bytes);
  const [response, second] = root ? allOf(root).filter(({ name }) => name === 'response') : [];
  if (!response || second) return null;
  const { success = '', code = '', status = '' } = response.attributes;
  const info = textsOf(
    response.children.filter(({ name }) => name === 'addInfo').flatMap(({ children }) => children),
  );
  return info && { success: success === 'true', code, status, info };
}
