/** Reads for tests what a register writes: the compact form, the text for OCR-A, the turnover counter. */
import { createDecipheriv } from 'node:crypto';
import { fromBase32, fromBase64, fromBase64Url, fromUtf8, toBase64 } from '../rksv/encodings.ts';
import { JWS_HEADER, readSignature, type SignedCode } from '../rksv/jws.ts';
import { parsePayload } from '../rksv/machine-code.ts';
import { faulty, type Parsed } from '../rksv/parsed.ts';
import { ENCODED_FIELDS, FIELDS, parseQr } from '../rksv/printed.ts';
import { counterIv, type CounterContext } from '../rksv/turnover-counter.ts';

/** A payload of 1000 characters has at most 3000 bytes, 4000 in base64url; signature and header are small. */
const MAX_LENGTH = 4200;
/** An OCR text is longer than the same QR text, by less than 100 characters. */
const MAX_OCR_LENGTH = 1100;

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

/** Reads an OCR text. */
export function parseOcr(text: string): Parsed<SignedCode> {
  if (text.length > MAX_OCR_LENGTH) return faulty(null, 'the code is too long');
  const fields = text.split('_');
  if (fields.length !== FIELDS + 1) return faulty(null, `the code has ${fields.length - 1} fields, not 13`);
  for (const field of ENCODED_FIELDS) {
    const bytes = fromBase32(fields[field]!);
    if (!bytes) return faulty(field, 'is no base32 text');
    fields[field] = toBase64(bytes);
  }
  return parseQr(fields.join('_'));
}

/** Decrypts field 10, in cents; null for what is no encrypted counter, such as the marks of training and voids. */
export function decryptCounter(field: string, context: CounterContext): bigint | null {
  const encrypted = fromBase64(field);
  if (!encrypted || encrypted.length < 5 || encrypted.length > 8) return null;
  const { key, registerId, receiptNumber } = context;
  const plain = createDecipheriv('aes-256-ctr', key, counterIv(registerId, receiptNumber)).update(encrypted);
  return BigInt.asIntN(plain.length * 8, BigInt(`0x${plain.toString('hex')}`));
}
