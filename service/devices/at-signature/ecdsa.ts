/** Signatures of units in their two forms, and the check of them. */
import type { KeyObject } from 'node:crypto';
import { plainOfDer, verifyPlain } from '../../certificates/ecdsa.ts';

/** Length of R and S side by side. */
const SIGNATURE_BYTES = 64;

/**
 * A signature as R and S of 32 bytes each (RFC 7518, 3.4). Some units answer with
 * the DER form of X9.62 instead; it is converted.
 * @returns null when the bytes are neither
 */
export function rawSignature(bytes: Uint8Array): Buffer | null {
  return bytes.length === SIGNATURE_BYTES ? Buffer.from(bytes) : plainOfDer(bytes);
}

/** Whether a signature of 64 bytes is that of the key over a text in ASCII. */
export function isSignedBy(publicKey: KeyObject, input: string, signature: Uint8Array): boolean {
  return (
    signature.length === SIGNATURE_BYTES &&
    verifyPlain('sha256', Buffer.from(input, 'ascii'), signature, publicKey)
  );
}
