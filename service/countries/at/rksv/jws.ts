/**
 * The signed form of a receipt (RKSV Anlage Z 5 and 6): JWS in compact form, as it
 * stands in the DEP and as the next receipt's chain value is made of it. The
 * header is constant; the signature is ECDSA P-256 with SHA-256 as R||S.
 */
import { fromBase64Url, fromUtf8, toBase64Url } from './encodings.ts';
import { parsePayload, type MachineCode } from './machine-code.ts';
import { faulty, type Parsed } from './parsed.ts';

/** Base64url of `{"alg":"ES256"}`. */
export const JWS_HEADER = 'eyJhbGciOiJFUzI1NiJ9';
/** Stands in the place of the signature, and on the receipt, while the signature unit is out of order (RKSV § 17). */
export const OUTAGE_TEXT = 'Sicherheitseinrichtung ausgefallen';
/** Bytes of a signature: R and S, 32 each. */
export const SIGNATURE_BYTES = 64;

const OUTAGE_BYTES = Buffer.from(OUTAGE_TEXT, 'ascii');
/** A payload of 1000 characters has at most 3000 bytes, 4000 in base64url; signature and header are small. */
const MAX_LENGTH = 4200;

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
 * @throws RangeError when the signature has not 64 bytes: DER belongs through {@link derToRaw} first
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

/** Reads a compact form; says nothing about whether the signature is valid. */
export function parseJws(jws: string): Parsed<SignedCode> {
  if (jws.length > MAX_LENGTH) return faulty(null, 'the JWS is too long');
  const [header, body, signatureText, ...more] = jws.split('.');
  if (body === undefined || signatureText === undefined || more.length > 0) {
    return faulty(null, 'the JWS has not three parts');
  }
  if (header !== JWS_HEADER) return faulty(null, 'the header of the JWS is not {"alg":"ES256"}');
  const payload = fromUtf8(fromBase64Url(body) ?? Buffer.of(0xff));
  if (payload === null) return faulty(null, 'the payload of the JWS is no base64url of UTF-8 text');
  const signature = readSignature(fromBase64Url(signatureText) ?? Buffer.alloc(0));
  if (signature === undefined) {
    return faulty(13, 'the signature of the JWS is no base64url of 64 bytes or of the outage mark');
  }
  const code = parsePayload(payload);
  return 'fault' in code ? code : { value: { payload, signature, code: code.value } };
}
