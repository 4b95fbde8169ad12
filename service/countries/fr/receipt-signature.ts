/** The signature of a French document, for whoever wants to check it. */
import { createPublicKey } from 'node:crypto';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { ReceiptSignature, SignatureSources } from '../contract/receipt-signature.ts';
import { publicKeyKey } from './books.ts';

/** {@link CountrySignature.receiptSignature} of France. */
export async function receiptSignature(
  { ESR: esr, Fis }: JournalRecord,
  { publicKeys, state }: SignatureSources,
): Promise<ReceiptSignature | null> {
  const { Payload, Signature, FR_Key: serial } = Fis ?? {};
  if (typeof Payload !== 'string' || typeof Signature !== 'string' || typeof serial !== 'string') return null;
  const kept = publicKeys.get(`${serial}.pem`) ?? (await state(publicKeyKey(serial)));
  const key = typeof kept === 'string' ? spkiOf(kept) : null;
  if (key === null) return null;
  return {
    algorithm: 'ES256',
    text: Payload,
    says: [esr?.D?.replace('T', ' ') ?? '', esr?.FN ?? '', `${esr?.T ?? ''} EUR`],
    signature: Buffer.from(Signature, 'base64url').toString('base64'),
    keys: [key],
  };
}

/** Base64 of SubjectPublicKeyInfo; null for what is no key. */
function spkiOf(pem: string): string | null {
  try {
    return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
  } catch {
    return null;
  }
}
