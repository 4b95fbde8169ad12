/**
 * The document signature (Despacho 8632/2014): RSA 1024, PKCS#1 v1.5, SHA-1,
 * chained per series and document type.
 */
import { sign, type KeyObject } from 'node:crypto';

/** What is signed, besides the hash before it. */
export interface SignedParts {
  /** Document date, `YYYY-MM-DD`. */
  date: string;
  /** System entry time, `YYYY-MM-DDThh:mm:ss`, local. */
  entry: string;
  /** Document id, e.g. `FS 1_1.26/1`. */
  id: string;
  /** Absolute gross total with two decimals. */
  gross: string;
}

/** The text to sign; `previous` is the full hash of the document before, empty for the first. */
export function signedText(parts: SignedParts, previous: string): string {
  return `${parts.date};${parts.entry};${parts.id};${parts.gross};${previous}`;
}

/** As `crypto.sign` calls it. */
export const ALGORITHM = 'RSA-SHA1';

/** Signs a text: 172 characters of base64. */
export function signText(text: string, key: KeyObject): string {
  return sign(ALGORITHM, Buffer.from(text, 'utf8'), key).toString('base64');
}

/** The four characters that are printed: 1, 11, 21 and 31. */
export function printedCharacters(hash: string): string {
  return [0, 10, 20, 30].map((i) => hash[i] ?? '').join('');
}
