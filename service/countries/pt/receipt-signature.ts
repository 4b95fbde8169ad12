/** {@link Country.receiptSignature} of Portugal (Despacho 8632/2014): it covers the hash of the document before. */
import { createPublicKey } from 'node:crypto';
import { amountText, minor } from '../../receipt/money.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { ReceiptSignature, SignatureSources } from '../contract/receipt-signature.ts';
import { parseFiscalNumber } from './audit-document.ts';
import { signedText } from './signature.ts';

/** See above. */
export async function receiptSignature(
  { ESR: esr, Fis: fis }: JournalRecord,
  { publicKeys, byNumber }: SignatureSources,
): Promise<ReceiptSignature | null> {
  const name = esr?.FN === undefined ? null : parseFiscalNumber(esr.FN);
  const { PT_Hash: signature, PT_SystemEntryDate: entry } = fis ?? {};
  if (!name || typeof signature !== 'string' || typeof entry !== 'string') return null;
  const before = name.number === 1 ? null : await byNumber(`${name.id}/${name.number - 1}`);
  const previous = name.number === 1 ? '' : before?.Fis?.PT_Hash;
  const keys = [...publicKeys.values()].flatMap(rsaKey);
  // The document before may be in another register's archive, and the key not told yet.
  if (typeof previous !== 'string' || keys.length === 0) return null;
  const parts = {
    date: esr!.D!.slice(0, 10),
    entry,
    id: esr!.FN!,
    gross: amountText(Math.abs(minor(esr!.T, 2)), 2),
  };
  return {
    algorithm: 'RSA-SHA1',
    text: signedText(parts, previous),
    says: Object.values(parts),
    signature,
    keys,
  };
}

/** Base64 of SubjectPublicKeyInfo; none for a file that holds no RSA key. */
function rsaKey(pem: string): string[] {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa'
      ? [key.export({ type: 'spki', format: 'der' }).toString('base64')]
      : [];
  } catch {
    return [];
  }
}
