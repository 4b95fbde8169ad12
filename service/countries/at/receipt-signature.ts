/** {@link Country.receiptSignature} of Austria (RKSV Anlage Z 5): a JWS with the certificate of the signature unit. */
import { X509Certificate } from 'node:crypto';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { ReceiptSignature, SignatureSources } from '../contract/receipt-signature.ts';
import { certificatesKey } from './kasse.ts';
import { signingInput } from './rksv/jws.ts';
import { parseQr } from './rksv/printed.ts';

/** See above; null for receipts of an outage, which are not signed. */
export async function receiptSignature(
  { Fis: fis }: JournalRecord,
  { state }: SignatureSources,
): Promise<ReceiptSignature | null> {
  const parsed = fis?.Code === undefined ? null : parseQr(fis.Code);
  if (!parsed || 'fault' in parsed || parsed.value.signature === null) return null;
  const { payload, signature, code } = parsed.value;
  const kept = await state(certificatesKey(code.provider, code.certificate));
  const key = isTree(kept) ? publicKey(kept.chain, kept.publicKey) : null;
  if (key === null) return null;
  return {
    algorithm: 'ES256',
    text: signingInput(payload),
    says: payload.split('_').slice(1),
    signature: Buffer.from(signature).toString('base64'),
    keys: [key],
  };
}

/** Base64 of SubjectPublicKeyInfo: of the certificate, in a closed system of the key alone. */
function publicKey(chain: unknown, key: unknown): string | null {
  try {
    if (Array.isArray(chain) && typeof chain[0] === 'string') {
      const certificate = new X509Certificate(Buffer.from(chain[0], 'base64'));
      return certificate.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    }
  } catch {
    // What is no certificate checks nothing.
  }
  return typeof key === 'string' ? key : null;
}
