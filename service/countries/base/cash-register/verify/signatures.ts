/** Signatures of a SAF-T Cash Register, as a reader sees them. */
import { createHmac, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { textOf, type Element } from './reader.ts';

/** Fields of the signed text between the signature before and the register, in the Danish order. */
const FIELDS = [
  'nr',
  'transID',
  'transType',
  'transDate',
  'transTime',
  'empID',
  'transAmntIn',
  'transAmntEx',
];

/** The text that was signed. @param before signature of the transaction before, `0` for the first one */
export function chainText(transaction: Element, before: string, register: string, company: string): string {
  return [before, ...FIELDS.map((name) => textOf(transaction, name)), register, company].join(';');
}

/** Whether a signature is that of a text. @param certificate base64 or PEM */
export function isSigned(text: string, signature: string, certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return verify('sha512', Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Whether a text has the form of a signature with RSA of 1024 bits or with a secret of 128; those need a key. */
export function looksSigned(text: string): boolean {
  const length = /^[A-Za-z0-9+/]+=*$/.test(text) ? Buffer.from(text, 'base64').length : 0;
  return length === 128 || length === 20;
}

/** The text that Norway signs. @param before signature of the transaction before, `0` for the first one */
export function norwegianText(transaction: Element, before: string): string {
  const fields = ['transDate', 'transTime', 'nr', 'transAmntIn', 'transAmntEx'];
  return [before, ...fields.map((name) => textOf(transaction, name))].join(';');
}

/** Whether a signature is that of a text. */
export type Verifier = (text: string, signature: string) => boolean;

/**
 * How the key of a supplier verifies: PEM of an RSA key, public or private, or a secret of 128 bits in base64.
 * @throws Error where it is neither, English
 */
export function verifierOf(key: string): Verifier {
  const plain = key.trim();
  if (/^[A-Za-z0-9+/]{22}==$/.test(plain)) {
    const secret = Buffer.from(plain, 'base64');
    return (text, signature) =>
      createHmac('sha1', secret).update(text, 'utf8').digest('base64') === signature;
  }
  try {
    const publicKey = createPublicKey(plain);
    return (text, signature) => {
      const bytes = Buffer.from(signature, 'base64');
      return (
        bytes.toString('base64') === signature && verify('sha1', Buffer.from(text, 'utf8'), publicKey, bytes)
      );
    };
  } catch {
    throw new Error('a key is neither PEM nor a secret of 128 bits in base64');
  }
}
