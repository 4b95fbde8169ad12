/** The codes of version 3: the taxpayer's signature (PKP) and its short form (BKP). */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { amountText } from '../../receipt/money.ts';
import type { CzReceipt } from './receipt-data.ts';

/** What is signed. */
type Signed = Pick<CzReceipt, 'taxNumber' | 'unit' | 'till' | 'number' | 'time' | 'total'>;

/** What the signature is of, in the form that is sent. */
export function pkpText({ taxNumber, unit, till, number, time, total }: Signed): string {
  return [taxNumber, unit, till, number, time, amountText(total, 2)].join('|');
}

/** Base64 of the signature (RSA, SHA-256, PKCS#1 v1.5). */
export function pkpOf(receipt: Signed, key: KeyObject): string {
  return sign('sha256', Buffer.from(pkpText(receipt)), key).toString('base64');
}

/** SHA-1 of the signature, capital hex digits in groups of eight. */
export function bkpOf(pkp: string): string {
  const digest = createHash('sha1').update(Buffer.from(pkp, 'base64')).digest('hex').toUpperCase();
  return digest.match(/.{8}/g)!.join('-');
}
