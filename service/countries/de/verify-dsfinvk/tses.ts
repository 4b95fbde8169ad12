/** TSEs of an export: serial, key and certificate of a row are of one another, and signatures were made while the certificate was valid. */
import { createHash, X509Certificate } from 'node:crypto';
import type { CsvRow } from './csv-reader.ts';

/** A row of tse.csv. */
export interface Tse {
  serial: string;
  /** Validity of the certificate, ms since 1970; null without a certificate that can be read. */
  valid: { from: number; till: number } | null;
}

/** Uncompressed points of curves of 256 and 384 bits. */
const POINT_BYTES = [65, 97];
const PARTS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII'];

/** Reads a row. @param found told of what is wrong with it */
export function readTse(row: CsvRow, found: (kind: string, text: string) => void): Tse {
  const serial = row.get('TSE_SERIAL').toLowerCase();
  const key = Buffer.from(row.get('TSE_PUBLIC_KEY'), 'base64');
  if (!isOf(key, serial)) found('TSE_PUBLIC_KEY', 'TSE_SERIAL is not the hash of TSE_PUBLIC_KEY');
  const text = PARTS.map((part) => row.get(`TSE_ZERTIFIKAT_${part}`)).join('');
  if (text === '') return { serial, valid: null };
  const certificate = read(Buffer.from(text, 'base64'));
  if (!certificate) {
    found('TSE_ZERTIFIKAT_I', 'TSE_ZERTIFIKAT is no certificate');
    return { serial, valid: null };
  }
  if (!isOf(certificate.key, serial)) found('certificate', 'the certificate is that of another key');
  return { serial, valid: certificate.valid };
}

/** Some write the whole SubjectPublicKeyInfo, which ends with the point. */
function isOf(key: Buffer, serial: string): boolean {
  return POINT_BYTES.some(
    (size) => createHash('sha256').update(key.subarray(-size)).digest('hex') === serial,
  );
}

function read(bytes: Buffer): { key: Buffer; valid: { from: number; till: number } } | null {
  try {
    const { publicKey, validFromDate, validToDate } = new X509Certificate(bytes);
    const key = publicKey.export({ type: 'spki', format: 'der' });
    return { key, valid: { from: validFromDate.getTime(), till: validToDate.getTime() } };
  } catch {
    return null;
  }
}
