/**
 * The machine-readable code of a receipt as the authority reads it (RKSV,
 * Anlage, Z 4 to 13): format, counter, chain and signature. Made from the
 * regulation and not from the register's code, so that each finds the other's
 * mistakes.
 */
import { createDecipheriv, createHash, verify, type KeyObject } from 'node:crypto';

/** What the fields of a code say. */
export interface Receipt {
  /** `AT1`... */
  provider: string;
  register: string;
  number: string;
  /** Gross sums in cents: normal, reduced 1, reduced 2, zero, special. */
  sums: bigint[];
  /** The encrypted counter, or what stands in its place on training receipts and voids. */
  counter: Buffer | 'TRA' | 'STO';
  /** Certificate serial number. */
  serial: bigint;
  /** Eight bytes of the receipt before. */
  chain: Buffer;
  /** R and S; null when the signature unit had failed. */
  signature: Buffer | null;
  /** Fields 1 to 12, which are signed. */
  payload: string;
}

/** Kinds of receipts that the authority tells apart. */
export type ReceiptType = 'START' | 'STANDARD' | 'TRAINING' | 'CANCELLATION' | 'NULL';

const JWS_HEADER = Buffer.from('{"alg":"ES256"}').toString('base64url');
const FAILED_UNIT = Buffer.from('Sicherheitseinrichtung ausgefallen').toString('base64');

/** Reads a code of 13 fields; the name of the first field that is wrong otherwise. */
export function readReceipt(code: string): Receipt | { wrong: string } {
  const fields = code.split('_').slice(1);
  const [suite, register, number, time, ...rest] = fields as [string, string, string, string, ...string[]];
  const [normal, reduced1, reduced2, zero, special, counterText, serial, chainText, signatureText] = rest as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const provider = /^R1-(AT[1-9]\d?)$/.exec(suite)?.[1];
  if (provider === undefined) return { wrong: 'ALGORITHM' };
  if (!isLocalTime(time)) return { wrong: 'DATE' };
  const amounts = [normal, reduced1, reduced2, zero, special];
  if (!amounts.every((amount) => /^(-(?!0,00))?(0|[1-9]\d*),\d\d$/.test(amount))) return { wrong: 'AMOUNT' };
  const counter = readCounter(counterText);
  if (counter === null) return { wrong: 'TURNOVER_COUNTER' };
  if (!/^[0-9A-Fa-f]{1,50}$/.test(serial)) return { wrong: 'HEX_CHARS' };
  const chain = fromBase64(chainText);
  if (chain?.length !== 8) return { wrong: 'CHAIN_VALUE_PREVIOUS_RECEIPT_BASE64' };
  const signature = signatureText === FAILED_UNIT ? null : fromBase64(signatureText);
  if (signatureText !== FAILED_UNIT && signature?.length !== 64) return { wrong: 'SIGNATURE_BASE64' };
  return {
    provider,
    register,
    number,
    sums: amounts.map((amount) => BigInt(amount.replace(',', ''))),
    counter,
    serial: BigInt(`0x${serial}`),
    chain,
    signature,
    payload: `_${fields.slice(0, 12).join('_')}`,
  };
}

/** Whether the signature is that of the key (ES256 over the JWS of the code). */
export function isSignedBy({ payload, signature }: Receipt, key: KeyObject): boolean {
  if (!signature) return false;
  const signed = `${JWS_HEADER}.${Buffer.from(payload, 'utf8').toString('base64url')}`;
  return verify('sha256', Buffer.from(signed, 'ascii'), { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The turnover counter in cents; null on training receipts and voids. */
export function turnover({ register, number, counter }: Receipt, key: Buffer): bigint | null {
  if (typeof counter === 'string') return null;
  const iv = createHash('sha256').update(register, 'utf8').update(number, 'utf8').digest().subarray(0, 16);
  const plain = createDecipheriv('aes-256-ctr', key, iv).update(counter);
  return BigInt.asIntN(8 * plain.length, BigInt(`0x${plain.toString('hex')}`));
}

/** The kind of a receipt; null when it is none of them, which a wrong key brings about. */
export function typeOf(receipt: Receipt, key: Buffer): ReceiptType | null {
  const first = createHash('sha256').update(receipt.register, 'utf8').digest().subarray(0, 8);
  const isZero = receipt.sums.every((sum) => sum === 0n);
  const counter = turnover(receipt, key);
  if (receipt.chain.equals(first)) {
    return isZero && counter === 0n && receipt.signature ? 'START' : null;
  }
  if (receipt.counter === 'TRA') return 'TRAINING';
  if (receipt.counter === 'STO') return 'CANCELLATION';
  if (!isZero) return 'STANDARD';
  return receipt.signature ? 'NULL' : null;
}

function readCounter(text: string): Buffer | 'TRA' | 'STO' | null {
  const bytes = fromBase64(text);
  const word = bytes?.toString('latin1');
  if (word === 'TRA' || word === 'STO') return word;
  return bytes && bytes.length >= 5 && bytes.length <= 8 ? bytes : null;
}

/** Standard alphabet, padded, and in the one way that it is written. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return false;
  const time = new Date(`${text}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
