/** The issuer's protective mark (ZOI), and the code of 60 digits that is printed of it (technical documentation of FURS). */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { amountText } from '../../receipt/money.ts';
import type { SiReceipt } from './receipt-data.ts';

/** What the mark is made of. */
type Protected = Pick<SiReceipt, 'taxNumber' | 'time' | 'number' | 'premises' | 'device' | 'total'>;

/** 32 small hex digits: MD5 of the signature (RSA, SHA-256, PKCS#1 v1.5) of the receipt's number, time and total. */
export function zoiOf(receipt: Protected, key: KeyObject): string {
  const { taxNumber, time, number, premises, device, total } = receipt;
  const [year, month, day] = time.slice(0, 10).split('-');
  const issued = `${day}.${month}.${year} ${time.slice(11, 19)}`;
  const input = `${taxNumber}${issued}${number}${premises}${device}${amountText(total, 2)}`;
  return createHash('md5')
    .update(sign('sha256', Buffer.from(input), key))
    .digest('hex');
}

/** Digits of a ZOI as a decimal number. */
const ZOI_DIGITS = 39;

/** The printed code: ZOI as a decimal number, tax number, `yyMMddhhmmss` of issue, sum of digits modulo 10. */
export function printedCode(zoi: string, taxNumber: string, time: string): string {
  const decimal = BigInt(`0x${zoi}`).toString().padStart(ZOI_DIGITS, '0');
  const digits = `${decimal}${taxNumber}${time.slice(2, 19).replace(/\D/g, '')}`;
  const sum = [...digits].reduce((total, digit) => total + Number(digit), 0);
  return `${digits}${sum % 10}`;
}

/** The code in parts, for Code 128 on narrow paper: each begins with 4 and its place. @param parts 1, 2 or 3 */
export function codeParts(code: string, parts: number): string[] {
  if (parts === 1) return [code];
  const length = code.length / parts;
  return Array.from({ length: parts }, (_part, i) => `4${i + 1}${code.slice(i * length, (i + 1) * length)}`);
}
