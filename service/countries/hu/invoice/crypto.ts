/** What NAV Online Számla wants encrypted, hashed and signed (interface specification 3.0, chapter 1.5). */
import { createDecipheriv, createHash } from 'node:crypto';

/** Keys of a technical user. */
export interface NavKeys {
  /** Signs requests. */
  signKey: string;
  /** Decrypts tokens: 16 characters. */
  exchangeKey: string;
}

/** What is done with an invoice. */
export type InvoiceOperation = 'CREATE' | 'MODIFY' | 'STORNO';

/** SHA-512 in upper case hex, as passwords are sent. */
export function sha512(text: string): string {
  return createHash('sha512').update(text, 'utf8').digest('hex').toUpperCase();
}

/** SHA3-512 in upper case hex. */
export function sha3(text: string): string {
  return createHash('sha3-512').update(text, 'utf8').digest('hex').toUpperCase();
}

/** Hash of an invoice, or of an annulment, in the signature of its request. @param data Base64 as it is sent */
export function invoiceHash(operation: InvoiceOperation | 'ANNUL', data: string): string {
  return sha3(`${operation}${data}`);
}

/**
 * Signature of a request.
 * @param timestamp `2017-12-30T18:25:45.000Z`
 * @param hashes of the invoices, in their order
 */
export function requestSignature(
  { requestId, timestamp }: { requestId: string; timestamp: string },
  signKey: string,
  hashes: readonly string[] = [],
): string {
  const digits = timestamp.replace(/\.\d+Z$/, '').replace(/\D/g, '');
  return sha3(`${requestId}${digits}${signKey}${hashes.join('')}`);
}

/** The token of an answer: AES-128 in ECB with the exchange key; null where the key is not the one. */
export function decodedToken(encoded: string, exchangeKey: string): string | null {
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(exchangeKey, 'utf8'), null);
    const bytes = Buffer.concat([decipher.update(Buffer.from(encoded, 'base64')), decipher.final()]);
    const token = bytes.toString('utf8');
    return /^[\x21-\x7E]{1,50}$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
