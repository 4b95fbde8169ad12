/** The issuer's protection code (zaštitni kod izdavatelja, technical specification of the tax administration). */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { amountText } from '../../receipt/money.ts';
import type { SignatureDigest } from '../base/xml-signature.ts';
import { croatianTime } from './cis.ts';
import type { HrReceipt } from './receipt-data.ts';

/** What the code is made of. */
export type Protected = Pick<HrReceipt, 'oib' | 'time' | 'number' | 'premises' | 'device' | 'total'>;

/**
 * 32 small hex digits: MD5 of the signature (RSA, PKCS#1 v1.5) of the receipt's number, time and total.
 * @param digest SHA-1 is accepted until the end of 2026
 */
export function zkiOf(receipt: Protected, key: KeyObject, digest: SignatureDigest = 'sha256'): string {
  const { oib, time, number, premises, device, total } = receipt;
  const input = `${oib}${croatianTime(time, ' ')}${number}${premises}${device}${amountText(total, 2)}`;
  return createHash('md5')
    .update(sign(digest, Buffer.from(input), key))
    .digest('hex');
}
