/**
 * What is printed of a signed receipt (RKSV Anlage Z 12 to 14): the text of the QR
 * code (`Fis.Code`), the same for OCR-A in base32 (`Fis_OCR`), and the hash that a
 * link to the code carries (`Fis.Link`).
 */
import { createHash } from 'node:crypto';
import { fromBase64, toBase32, toBase64, toBase64Url } from './encodings.ts';
import { readSignature, signatureBytes, type SignedCode, type SignedPayload } from './jws.ts';
import { hasCodeLength, parsePayload } from './machine-code.ts';
import { faulty, type Parsed } from './parsed.ts';

/** Fields that are base64 in the QR code and base32 in OCR. */
export const ENCODED_FIELDS = [10, 12, 13];
/** Fields of the text. */
export const FIELDS = 13;

/**
 * Text of the QR code: the payload, `_` and the signature in standard base64.
 * @throws RangeError when it would be longer than the official checks take
 */
export function qrText({ payload, signature }: SignedPayload): string {
  const code = `${payload}_${toBase64(signatureBytes(signature))}`;
  if (!hasCodeLength(code)) throw new RangeError(`a code of ${code.length} characters`);
  return code;
}

/** Reads the text of a QR code; says nothing about whether the signature is valid. */
export function parseQr(code: string): Parsed<SignedCode> {
  if (!hasCodeLength(code)) return faulty(null, 'the code has not 100 to 1000 characters');
  const end = code.lastIndexOf('_');
  const signature = readSignature(fromBase64(code.slice(end + 1)) ?? Buffer.alloc(0));
  if (signature === undefined) {
    return faulty(13, 'the signature is no base64 of 64 bytes or of the outage mark');
  }
  const payload = code.slice(0, Math.max(end, 0));
  const parsed = parsePayload(payload);
  return 'fault' in parsed ? parsed : { value: { payload, signature, code: parsed.value } };
}

/** The text to be printed in font OCR-A. */
export function ocrText(signed: SignedPayload): string {
  const fields = qrText(signed).split('_');
  for (const field of ENCODED_FIELDS) fields[field] = toBase32(fromBase64(fields[field]!)!);
  return fields.join('_');
}

/** Hash in a link to the code: 11 characters, base64url of the first 8 bytes of SHA-256 over the text of the QR code. */
export function linkHash(qr: string): string {
  return toBase64Url(createHash('sha256').update(qr, 'utf8').digest().subarray(0, 8));
}
