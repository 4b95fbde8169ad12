/** One message to FinanzOnline and what came of it, before anyone has looked at return codes. */
import type { FinanzOnlineAccess, LaterReason, LocalCode, Later, Refused } from './access.ts';
import { cleaned } from '../../base/clean.ts';
import { post } from '../../base/http-client.ts';
import { readMessage } from '../../base/soap.ts';
import type { XmlElement } from '../../base/xml-reader.ts';

/** One of the two services. */
export interface Service {
  /** Behind the address of the web services. */
  path: '/session' | '/rkdb';
  /** For `SOAPAction`. */
  action: 'login' | 'logout' | 'rkdb';
}

/**
 * Sends a message.
 * @param secrets what must not come back in any text
 */
export async function exchange(
  access: FinanzOnlineAccess,
  { path, action }: Service,
  message: string,
  secrets: readonly string[],
): Promise<{ body: XmlElement } | Later | Refused> {
  const url = access.url.replace(/(?<!\/)\/+$/, '') + path;
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` };
  const { ca, timeoutMs } = access;
  const posted = await post({ url, name: 'FinanzOnline', headers, ca, timeoutMs }, message);
  const clean = (text: string) => cleaned(text, secrets);
  if ('unreachable' in posted) return later('unreachable', clean(posted.unreachable), posted.sent);
  if ('unreadable' in posted) return later('unreadable', posted.unreadable, true);
  if ('unusable' in posted) return refusedHere('ADDRESS', clean(posted.unusable));

  const { status } = posted;
  const read = readMessage(posted.body);
  if ('fault' in read) {
    const { code, text } = read.fault;
    const said = clean(text);
    // The server's own trouble. Malformed messages bring it about as well, so callers must not ask for ever.
    if (code !== 'Client') return later('technical', `FinanzOnline had an error: ${said}`, true);
    return refusedHere('FAULT', `FinanzOnline refused the message: ${said}`, said);
  }
  if (status >= 500 || status === 408 || status === 429) {
    return later('unreachable', `FinanzOnline answered with HTTP ${status}`, status >= 500);
  }
  if (status !== 200) return refusedHere('HTTP', `FinanzOnline answered with HTTP ${status}`);
  if ('problem' in read) return unreadable(clean(read.problem));
  return read;
}

/** The answer is none that FinanzOnline gives. */
export function unreadable(problem: string): Later {
  return later('unreadable', `the answer of FinanzOnline cannot be understood: ${problem}`, true);
}

/** Worth another try. */
export function later(
  reason: LaterReason,
  text: string,
  maybeDone: boolean,
  code: string | null = null,
): Later {
  return { later: { reason, code, text, maybeDone } };
}

/** Refused without a return code. */
export function refusedHere(code: LocalCode, text: string, message = ''): Refused {
  return { refused: { by: 'local', code, message, text } };
}

/** A meaning in English, followed by what FinanzOnline itself said (German, may be empty). */
export function inWords(meaning: string, said: string): string {
  return said === '' ? meaning : `${meaning}; FinanzOnline says: ${said}`;
}
