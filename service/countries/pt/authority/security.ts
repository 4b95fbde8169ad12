/**
 * The login of the authority's web services: WS-Security UsernameToken with a
 * fresh AES key for every request, encrypted for the authority (manual of the
 * series web service, generic part, chapter 4). No digest, no XML signature.
 */
import { constants, createCipheriv, publicEncrypt, X509Certificate, type KeyObject } from 'node:crypto';
import { textElement } from '../../base/xml-writer.ts';

/** Namespace of the header: the draft of 2002, not the later OASIS one. */
export const SECURITY_NAMESPACE = 'http://schemas.xmlsoap.org/ws/2002/12/secext';

/** Length of the session key (AES-128) in bytes. */
export const SESSION_KEY_BYTES = 16;

/** What the header says. */
export interface Login {
  /** `<NIF>/<number>`, sent in clear. */
  user: string;
  password: string;
  /** Time of the request, milliseconds since 1970 (UTC). */
  now: number;
  /** Random bytes, {@link SESSION_KEY_BYTES} long, never used before. */
  sessionKey: Buffer;
}

/** The key that session keys are encrypted with, from the authority's certificate (PEM). */
export function authorityKey(certificate: string): { key: KeyObject } | { problem: string } {
  try {
    const { publicKey } = new X509Certificate(certificate);
    return publicKey.asymmetricKeyType === 'rsa' ? { key: publicKey } : { problem: 'it holds no RSA key' };
  } catch {
    return { problem: 'it is not an X.509 certificate in PEM format' };
  }
}

/** The element `wss:Security` as text. */
export function securityHeader(login: Login, key: KeyObject): string {
  const encrypted = (text: string) => encrypt(text, login.sessionKey).toString('base64');
  const nonce = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, login.sessionKey);
  return [
    `<wss:Security xmlns:wss="${SECURITY_NAMESPACE}"><wss:UsernameToken>`,
    textElement('wss:Username', login.user),
    textElement('wss:Password', encrypted(login.password)),
    textElement('wss:Nonce', nonce.toString('base64')),
    textElement('wss:Created', encrypted(createdText(login.now))),
    '</wss:UsernameToken></wss:Security>',
  ].join('');
}

/** UTC with hundredths of a second: `2013-01-01T19:20:30.45Z`. */
export function createdText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 22)}Z`;
}

function encrypt(text: string, key: Buffer): Buffer {
  // ECB and no integrity: what the authority asks for. Each key is used for these two values only.
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
}
