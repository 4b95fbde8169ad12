/** Who a TSE is, out of what services and devices tell of it. */
import { createHash, X509Certificate } from 'node:crypto';
import type { TimeFormat, TseIdentity } from './contract.ts';

/** What is told, foreign. */
export interface ToldIdentity {
  /** Base64 of the point, or of the SubjectPublicKeyInfo that some tell in its place. */
  publicKey: unknown;
  algorithm: unknown;
  timeFormat: unknown;
  encoding?: unknown;
  /** PEM, several of them, or base64 of DER. */
  certificates: readonly unknown[];
  /** Whether it is one for tests; see {@link TseIdentity.isTest}. */
  isTest?: boolean;
}

const TIME_FORMATS: Readonly<Record<string, TimeFormat>> = {
  unixtime: 'unixTime',
  utctime: 'utcTime',
  utctimewithseconds: 'utcTimeWithSeconds',
  generalizedtime: 'generalizedTime',
  generalizedtimewithmilliseconds: 'generalizedTimeWithMilliseconds',
};
/** Uncompressed points of curves of 256 and 384 bits. */
const POINT_BYTES = [97, 65];
const LONGEST_KEY = 400;
const MOST_CERTIFICATES = 10;
const LONGEST_CERTIFICATES = 100_000;

/** Null when it cannot be read. The serial is worked out: what is told of it in other forms must be the same. */
export function identityOf(told: ToldIdentity): TseIdentity | null {
  const point = pointOf(told.publicKey);
  const timeFormat = TIME_FORMATS[String(told.timeFormat).toLowerCase()];
  const algorithm = String(told.algorithm);
  if (!point || !timeFormat || !/^ecs?dsa-plain-SHA[\d-]{1,6}$/i.test(algorithm)) return null;
  return {
    serial: createHash('sha256').update(point).digest('hex'),
    publicKey: point.toString('base64'),
    algorithm: algorithm.replace(/sha/i, 'SHA'),
    timeFormat,
    encoding: told.encoding === 'ASCII' ? 'ASCII' : 'UTF-8',
    certificates: told.certificates.flatMap(certificatesOf).map(({ raw }) => raw.toString('base64')),
    ...(told.isTest === true && { isTest: true }),
  };
}

function pointOf(publicKey: unknown): Buffer | null {
  const bytes = base64Bytes(publicKey, LONGEST_KEY);
  if (!bytes) return null;
  if (bytes[0] === 0x04) return POINT_BYTES.includes(bytes.length) ? bytes : null;
  const length = POINT_BYTES.find((size) => bytes.length > size && bytes.at(-size) === 0x04);
  return length === undefined ? null : Buffer.from(bytes.subarray(-length));
}

/** Certificates of a PEM text, or one as base64 of DER; none when they cannot be read. */
export function certificatesOf(text: unknown): X509Certificate[] {
  if (typeof text !== 'string' || text.length > LONGEST_CERTIFICATES) return [];
  const parts = text.includes('-----BEGIN')
    ? (text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [])
    : [Buffer.from(text, 'base64')];
  try {
    return parts.slice(0, MOST_CERTIFICATES).map((part) => new X509Certificate(part));
  } catch {
    return [];
  }
}

/** First day without signatures; null where there is no certificate. */
export function expiryOf({ certificates: [first] }: TseIdentity): string | null {
  const [certificate] = certificatesOf(first);
  const end = certificate?.validToDate.getTime() ?? Number.NaN;
  return Number.isNaN(end) ? null : new Date(end).toISOString().slice(0, 10);
}

/** Bytes of base64, with or without padding; null when it is none or too long. */
export function base64Bytes(text: unknown, longest: number): Buffer | null {
  if (typeof text !== 'string' || text.length > longest || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}

/** A plain signature as base64, of a curve of 256 or 384 bits; null when it is none. */
export function signatureOf(text: unknown): string | null {
  const bytes = base64Bytes(text, 200);
  return bytes && (bytes.length === 64 || bytes.length === 96) ? bytes.toString('base64') : null;
}

/** A whole number above 0 that may come as text; null when it is none. */
export function positive(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
