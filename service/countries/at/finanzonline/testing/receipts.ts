/** Makes machine-readable codes: a small register of its own, so that tests depend on no other code. */
import { createCipheriv, createHash, sign, type KeyObject } from 'node:crypto';

/** What a code says. */
export interface ReceiptData {
  register: string;
  number: string;
  /** Local time. */
  time: string;
  /** Five amounts, e.g. `12,00`. */
  amounts: string[];
  /** Cents, or the word in its place. */
  counter: bigint | 'TRA' | 'STO';
  provider: string;
  serial: string;
  /** The JWS before, or nothing for the first receipt. */
  previous: string | null;
  /** AES-256 key. */
  key: Buffer;
  /** Null: the unit has failed. */
  signer: KeyObject | null;
  /** Length of the counter in bytes. */
  counterBytes: number;
}

/** Zero amounts. */
export const ZERO = ['0,00', '0,00', '0,00', '0,00', '0,00'];
/** A key in Base64; that of the published examples. */
export const KEY = 'WQRtiiya3hYh/Uz44Bv3x8ETl1nrH6nCdErn69g5/lU=';
/** The register of the tests. */
export const REGISTER = 'Kassa-1';

/** A start receipt, unless told otherwise. */
export function receiptCode(more: Partial<ReceiptData> = {}): string {
  return build(more).code;
}

/** The code and its JWS, which the next receipt refers to. */
export function build(more: Partial<ReceiptData> = {}): { code: string; jws: string } {
  const data: ReceiptData = {
    register: REGISTER,
    number: '1',
    time: '2026-01-15T11:00:00',
    amounts: ZERO,
    counter: 0n,
    provider: 'AT1',
    serial: '3a7f01',
    previous: null,
    key: Buffer.from(KEY, 'base64'),
    signer: null,
    counterBytes: 8,
    ...more,
  };
  const chain = createHash('sha256')
    .update(data.previous ?? data.register)
    .digest()
    .subarray(0, 8);
  const payload = [
    '',
    `R1-${data.provider}`,
    data.register,
    data.number,
    data.time,
    ...data.amounts,
    encrypted(data),
    data.serial,
    chain.toString('base64'),
  ].join('_');
  const input = ['{"alg":"ES256"}', payload].map((t) => Buffer.from(t).toString('base64url')).join('.');
  const signature = data.signer
    ? sign('sha256', Buffer.from(input), { key: data.signer, dsaEncoding: 'ieee-p1363' })
    : Buffer.from('Sicherheitseinrichtung ausgefallen');
  return {
    code: `${payload}_${signature.toString('base64')}`,
    jws: `${input}.${signature.toString('base64url')}`,
  };
}

function encrypted({ counter, register, number, key, counterBytes }: ReceiptData): string {
  if (typeof counter === 'string') return Buffer.from(counter).toString('base64');
  const iv = createHash('sha256')
    .update(register + number)
    .digest()
    .subarray(0, 16);
  const hex = BigInt.asUintN(8 * counterBytes, counter)
    .toString(16)
    .padStart(2 * counterBytes, '0');
  // One block: encrypting the IV by itself gives the key stream.
  const stream = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(iv);
  const block = Buffer.from(hex, 'hex').map((byte, i) => byte ^ stream[i]!);
  return Buffer.from(block).toString('base64');
}
