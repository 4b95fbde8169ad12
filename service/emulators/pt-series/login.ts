/**
 * Checks the login of a request as the authority does: everything decrypted,
 * no key twice, no old request. Codes are those of the authority's sign-on.
 */
import { constants, createDecipheriv, privateDecrypt, type KeyObject } from 'node:crypto';
import { isTaxId } from '../../countries/pt/tax-id.ts';
import { SECURITY_NAMESPACE, SESSION_KEY_BYTES } from '../../countries/pt/authority/security.ts';
import { child, type XmlElement } from '../../countries/base/xml-reader.ts';

/** How old a request may be, or how far in the future. The authority publishes no number. */
const LOGIN_WINDOW_MS = 5 * 60_000;

/** A valid user, or the code of what is wrong. */
export type LoginResult = { user: string } | { code: number };

/** The login check of a running simulator. */
export class LoginCheck {
  private readonly passwords: Readonly<Record<string, string>>;
  private readonly key: KeyObject;
  /** Session keys seen so far, in hex. The authority refuses them for ever. */
  private readonly used = new Set<string>();

  /**
   * @param passwords by user, `<NIF>/<number>`
   * @param key private part of the key that passwords are encrypted with
   */
  constructor(passwords: Readonly<Record<string, string>>, key: KeyObject) {
    this.passwords = passwords;
    this.key = key;
  }

  /** Checks the SOAP header at a time (milliseconds since 1970). */
  check(header: readonly XmlElement[], now: number): LoginResult {
    const token = usernameToken(header);
    if (!token) return { code: 33 };
    const [user, password, nonce, created] = ['Username', 'Password', 'Nonce', 'Created'].map((name) =>
      textOf(token, name),
    ) as [string, string, string, string];
    const code =
      userProblem(user) ??
      (password === '' ? 6 : null) ??
      (nonce === '' ? 20 : null) ??
      (created === '' ? 19 : null) ??
      ([password, nonce, created].every(isBase64) ? null : 7);
    if (code !== null) return { code };

    const sessionKey = this.sessionKey(Buffer.from(nonce, 'base64'));
    if (!sessionKey) return { code: 8 };
    if (sessionKey.length !== SESSION_KEY_BYTES) return { code: 11 };
    const id = sessionKey.toString('hex');
    if (this.used.has(id)) return { code: 12 };
    this.used.add(id);

    const createdText = decrypt(created, sessionKey);
    if (createdText === null) return { code: 16 };
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\dZ$/.test(createdText)) return { code: 9 };
    const age = Math.abs(now - Date.parse(createdText));
    if (Number.isNaN(age)) return { code: 9 };
    if (age > LOGIN_WINDOW_MS) return { code: 10 };

    const sent = decrypt(password, sessionKey);
    if (sent === null) return { code: 17 };
    if (sent === '') return { code: 13 };
    return Object.hasOwn(this.passwords, user) && this.passwords[user] === sent ? { user } : { code: 99 };
  }

  /** Opened by hand: the padding must be right, while Node gives random bytes in place of an error. */
  private sessionKey(encrypted: Buffer): Buffer | null {
    let block: Buffer;
    try {
      block = privateDecrypt({ key: this.key, padding: constants.RSA_NO_PADDING }, encrypted);
    } catch {
      return null;
    }
    // PKCS#1 v1.5: 00 02, at least eight bytes that are not 00, 00, the message.
    const end = block.indexOf(0, 2);
    return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1) : null;
  }
}

function usernameToken(header: readonly XmlElement[]): XmlElement | null {
  const security = header.find((e) => e.name === 'Security' && e.namespace === SECURITY_NAMESPACE);
  const token = child(security, 'UsernameToken');
  return token?.namespace === SECURITY_NAMESPACE ? token : null;
}

function textOf(token: XmlElement, name: string): string {
  const element = child(token, name);
  return element?.namespace === SECURITY_NAMESPACE ? element.text.trim() : '';
}

function userProblem(user: string): number | null {
  if (user === '') return 1;
  if (!user.includes('/')) return 4;
  if (user.length > 14) return 2;
  const [nif, number, ...more] = user.split('/') as [string, string, ...string[]];
  if (!isTaxId(nif)) return 3;
  if (!/^\d{1,4}$/.test(number) || more.length > 0) return 5;
  return null;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function decrypt(base64: string, key: Buffer): string | null {
  const cipher = createDecipheriv('aes-128-ecb', key, null);
  try {
    const bytes = Buffer.concat([cipher.update(base64, 'base64'), cipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
