/**
 * Decrypts what key files hold: PBES2 (RFC 8018) as OpenSSL 3 and today's Windows
 * write it, and the methods of PKCS#12 itself (RFC 7292, appendix C) of older ones.
 */
import { createDecipheriv } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import {
  bytesOf,
  digestOf,
  pbkdf2Key,
  pkcs12Key,
  unsupported,
  type Password,
  type Work,
} from './key-derivation.ts';
import { PbeParams, Pbes2Params } from './pkcs12-shapes.ts';
import { decryptRc2 } from './rc2.ts';

const PBES2 = '1.2.840.113549.1.5.13';
const SHA1 = '1.3.14.3.2.26';

/** Ciphers of PBES2, all in CBC mode, by Node's names. */
const CIPHERS: Readonly<Record<string, { cipher: string; keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { cipher: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { cipher: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { cipher: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { cipher: 'des-ede3-cbc', keyBytes: 24 },
};
/** Methods of PKCS#12 that encrypt by block; those with RC4 were never written by default. */
const OLD_CIPHERS: Readonly<Record<string, { cipher: string; keyBytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des-ede3-cbc', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des-ede-cbc', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
};
const OLD_IV_BYTES = 8;

/** Decrypts data; null when the password does not fit. */
export async function decrypt(
  method: AlgorithmIdentifier,
  password: Password,
  data: Buffer,
  work: Work,
): Promise<Buffer | null> {
  const { algorithm, parameters } = method;
  if (!parameters) return unsupported(`the method ${algorithm} without parameters`);
  if (algorithm === PBES2) {
    const { keyDerivationFunc, encryptionScheme } = AsnConvert.parse(parameters, Pbes2Params);
    const { cipher, keyBytes } = CIPHERS[encryptionScheme.algorithm] ?? refuse(encryptionScheme.algorithm);
    const iv = bytesOf(AsnConvert.parse(encryptionScheme.parameters ?? new ArrayBuffer(0), OctetString));
    return decipher(cipher, await pbkdf2Key(keyDerivationFunc, password, keyBytes, work), iv, data);
  }
  const { cipher, keyBytes } = OLD_CIPHERS[algorithm] ?? refuse(algorithm);
  const { salt, iterations } = AsnConvert.parse(parameters, PbeParams);
  const derive = (purpose: 1 | 2, length: number) =>
    pkcs12Key(
      digestOf(SHA1),
      purpose,
      password.bmp,
      { salt: bytesOf(salt), iterations: Number(iterations), length },
      work,
    );
  return decipher(cipher, await derive(1, keyBytes), await derive(2, OLD_IV_BYTES), data);
}

function refuse(algorithm: string): never {
  return unsupported(`the cipher ${algorithm}`);
}

function decipher(cipher: string, key: Buffer, iv: Buffer, data: Buffer): Buffer | null {
  if (cipher === 'rc2') return decryptRc2(key, iv, data);
  try {
    const decryption = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decryption.update(data), decryption.final()]);
  } catch {
    return null;
  }
}
