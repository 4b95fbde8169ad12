import { generateKeyPairSync } from 'node:crypto';
import type { Tree } from '../receipt/tree.ts';

/** A new private key as a producer would have it, PEM. */
export function newKey(bits = 1024): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** A package of a made-up partner; `values` are added or replaced. */
export function partnerPackage(values: Tree = {}): Tree {
  return {
    reference: 'CaixaSoft-1',
    producer: { name: 'Caixa Software, Lda.', taxId: '599999993' },
    product: 'Caixa',
    version: '4.2',
    certificate: '9999',
    keyVersion: 1,
    privateKey: newKey(),
    ...values,
  };
}
