/**
 * Reads a receipt of a DEP for its verification: JWS, payload and the form of each
 * field. What cannot be read is null, so that the rest can still be checked.
 */
import { error, type Problem } from './finding.ts';

/** A receipt as far as it can be read. */
export interface ReadReceipt {
  jws: string;
  /** R||S, or `outage` for the mark in its place. */
  signature: Buffer | 'outage' | null;
  fields: ReadFields | null;
  problems: Problem[];
}

/** The twelve fields; null where the form is wrong. */
export interface ReadFields {
  /** True for a closed system (provider AT0). */
  closed: boolean | null;
  registerId: string;
  number: string;
  time: string | null;
  /** Five sums, cents. */
  sets: readonly bigint[] | null;
  counter: Buffer | 'training' | 'void' | null;
  certificate: string | null;
  /** Chain value, base64. */
  previous: string | null;
}

const HEADER = 'eyJhbGciOiJFUzI1NiJ9';
const OUTAGE = 'U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg';
const MAX_JWS = 10_000;
const QR_LENGTH = { min: 100, max: 1000, signed: 88, outage: 48 };
// The last character before padding has bits that mean nothing: they must be zero.
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
const BASE64URL = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/;
const SUM = /^(-?)(\d{1,15}),(\d{2})$/;
const MARKS = { VFJB: 'training', U1RP: 'void' } as const;

/** Reads a JWS in compact form. */
export function readReceipt(jws: string): ReadReceipt {
  const receipt: ReadReceipt = { jws, signature: null, fields: null, problems: [] };
  const wrong = (field: number | null, text: string) => receipt.problems.push(error('format', field, text));
  const parts = jws.length > MAX_JWS ? [] : jws.split('.');
  if (parts.length !== 3) {
    wrong(null, 'it is no JWS of three parts');
    return receipt;
  }
  const [header, body, signature] = parts as [string, string, string];
  if (header !== HEADER) wrong(null, 'the header of the JWS is not {"alg":"ES256"}');
  receipt.signature = readSignature(signature);
  if (receipt.signature === null) wrong(13, 'it is neither base64url of 64 bytes nor the mark of an outage');
  const payload = readText(body);
  if (payload === null) wrong(null, 'the payload is no base64url of UTF-8 text');
  else receipt.fields = readFields(payload, wrong);
  const signed = receipt.signature === 'outage' ? QR_LENGTH.outage : QR_LENGTH.signed;
  const length = (payload ?? '').length + 1 + signed;
  if (payload !== null && (length < QR_LENGTH.min || length > QR_LENGTH.max)) {
    wrong(null, `its QR code has ${length} characters, not 100 to 1000`);
  }
  return receipt;
}

type Complain = (field: number | null, text: string) => void;

function readFields(payload: string, wrong: Complain): ReadFields | null {
  const [empty, ...fields] = payload.split('_');
  if (empty !== '' || fields.length !== 12) {
    wrong(null, 'the payload has not twelve fields with a _ before each');
    return null;
  }
  const at = (field: number) => fields[field - 1]!;
  const checked = <T>(field: number, value: T | null, expected: string): T | null => {
    if (value === null) wrong(field, `${JSON.stringify(at(field).slice(0, 60))} is not ${expected}`);
    return value;
  };
  const provider = /^R1-(AT0|[A-Z]{2}[1-9]\d{0,2})$/.exec(at(1))?.[1] ?? null;
  const closed = checked(1, provider, 'R1- and a provider') === null ? null : provider === 'AT0';
  checked(2, readName(at(2)), 'a Kassen-ID');
  checked(3, readName(at(3)), 'a Belegnummer');
  const sums = [5, 6, 7, 8, 9].map((field) =>
    checked(field, readSum(at(field)), 'an amount with two decimals behind a comma'),
  );
  return {
    closed,
    registerId: at(2),
    number: at(3),
    time: checked(4, readTime(at(4)), 'a local time YYYY-MM-DDThh:mm:ss'),
    sets: sums.every((sum) => sum !== null) ? sums : null,
    counter: checked(10, readCounter(at(10)), 'base64 of 5 to 8 bytes, TRA or STO'),
    certificate: checked(
      11,
      readCertificate(at(11), closed),
      closed ? 'a company id with a key' : 'a hexadecimal number',
    ),
    previous: checked(
      12,
      /^.{11}=$/.test(at(12)) && BASE64.test(at(12)) ? at(12) : null,
      'base64 of 8 bytes',
    ),
  };
}

function readSignature(text: string): Buffer | 'outage' | null {
  if (text === OUTAGE) return 'outage';
  return text.length === 86 && BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null;
}

function readText(base64url: string): string | null {
  if (!BASE64URL.test(base64url)) return null;
  const bytes = Buffer.from(base64url, 'base64url');
  const text = bytes.toString('utf8');
  // Bytes that are no UTF-8 do not come back from the text.
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

function readName(text: string): string | null {
  return text === '' || /\p{Cc}/u.test(text) ? null : text;
}

function readTime(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return null;
  const date = new Date(`${text}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${text}.000Z` ? text : null;
}

function readSum(text: string): bigint | null {
  const [, sign, euros, cents] = SUM.exec(text) ?? [];
  if (euros === undefined || cents === undefined) return null;
  const sum = BigInt(euros) * 100n + BigInt(cents);
  return sign === '-' ? -sum : sum;
}

function readCounter(text: string): Buffer | 'training' | 'void' | null {
  if (text === 'VFJB' || text === 'U1RP') return MARKS[text];
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= 5 && bytes.length <= 8 ? bytes : null;
}

function readCertificate(text: string, closed: boolean | null): string | null {
  if (closed) return /^[USG]:[^-]+-./.test(text) ? text : null;
  return /^[0-9a-f]{1,50}$/i.test(text) ? text : null;
}
