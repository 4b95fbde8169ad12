/** The codes that a register protects a receipt by: its signature (PKP) and the short form of that (OKP). */
import { createHash, sign, type KeyObject } from 'node:crypto';

/** What is signed, in the form that is sent. */
export interface Signed {
  Dic: string;
  CashRegisterCode: string;
  ReceiptType: string;
  ReceiptNumber: string;
  CreateDate: string;
  Amount: string;
}

/** What the signature is of (interface 2.3). */
export function pkpText(data: Signed): string {
  const { Dic, CashRegisterCode, ReceiptType, ReceiptNumber, CreateDate, Amount } = data;
  return [Dic, CashRegisterCode, ReceiptType, ReceiptNumber, CreateDate, Amount].join('|');
}

/** Base64 of the signature (RSA, SHA-256, PKCS #1 v1.5). */
export function pkpOf(data: Signed, key: KeyObject): string {
  return sign('sha256', Buffer.from(pkpText(data)), key).toString('base64');
}

/** SHA-1 of the signature's bytes, small hex digits in groups of eight. */
export function okpOf(pkp: string): string {
  const digest = createHash('sha1').update(Buffer.from(pkp, 'base64')).digest('hex');
  return digest.match(/.{8}/g)!.join('-');
}

/** Content of the QR code of a receipt without UID. */
export function offlineCode(data: Signed, pkp: string): string {
  const time = data.CreateDate.slice(2, 19).replace(/\D/g, '');
  return [okpOf(pkp), data.CashRegisterCode, time, data.ReceiptNumber, data.Amount].join(':');
}
