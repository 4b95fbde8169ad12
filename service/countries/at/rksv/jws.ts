/**
 * The signed form of a receipt (RKSV Anlage Z 5 and 6): JWS in compact form, as it
 * stands in the DEP and as the next receipt's chain value is made of it. The
 * header is constant; the signature is ECDSA P-256 with SHA-256 as R||S.
 */
import { toBase64Url } from './encodings.ts';
import type { MachineCode } from './machine-code.ts';

/** Base64url of `{"alg":"ES256"}`. */
export const JWS_HEADER = 'eyJhbGciOiJFUzI1NiJ9';
/** Stands in the place of the signature, and on the receipt, while the signature unit is out of order (RKSV § 17). */
export const OUTAGE_TEXT = 'Sicherheitseinrichtung ausgefallen';
/** Bytes of a signature: R and S, 32 each. */
const SIGNATURE_BYTES = 64;

const OUTAGE_BYTES = Buffer.from(OUTAGE_TEXT, 'ascii');

/** A payload with its signature. */
export interface SignedPayload {
  payload: string;
  /** R||S, 64 bytes; null: marked as issued during an outage. */
  signature: Uint8Array | null;
}

/** A signed receipt with its fields. */
export interface SignedCode extends SignedPayload {
  code: MachineCode;
}

/** The text to be signed: ASCII, `<header>.<payload>`. */
export function signingInput(payload: string): string {
  return `${JWS_HEADER}.${toBase64Url(Buffer.from(payload, 'utf8'))}`;
}

/**
 * The compact form.
 * @throws RangeError when the signature has not 64 bytes: DER belongs through that form first
 */
export function compactJws({ payload, signature }: SignedPayload): string {
  return `${signingInput(payload)}.${toBase64Url(signatureBytes(signature))}`;
}

/** What stands in the place of the signature: itself, or the mark of an outage. */
export function signatureBytes(signature: Uint8Array | null): Uint8Array {
  if (signature === null) return OUTAGE_BYTES;
  if (signature.length === SIGNATURE_BYTES) return signature;
  throw new RangeError(`a signature has 64 bytes, not ${signature.length}`);
}

/** Reads what stands in the place of the signature; undefined when it is neither signature nor mark. */
export function readSignature(bytes: Buffer): Buffer | null | undefined {
  if (bytes.equals(OUTAGE_BYTES)) return null;
  return bytes.length === SIGNATURE_BYTES ? bytes : undefined;
}
