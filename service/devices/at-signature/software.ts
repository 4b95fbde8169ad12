/**
 * A key that this program holds itself. The law allows it in closed systems of
 * large companies (with a report of an expert); everywhere else it is for tests
 * and training.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { signPlain } from '../../certificates/ecdsa.ts';
import { selfSignedKey, type CertifiedKey } from '../../certificates/write.ts';
import { UnitError, type SignatureUnit, type UnitIdentity } from './contract.ts';
import { certificatesOfPem, certifiedIdentity, closedSystemIdentity } from './identity.ts';

/** Provider id of test keys: no provider has it, and FinanzOnline takes it in tests alone. */
export const TEST_ZDA = 'AT9';

/** Registrierkasseninhaber: marks certificates for receipts and holds the company. */
const CASH_REGISTER_OWNER = '1.2.40.0.10.1.11.1';

/** How to make a software unit. */
export type SoftwareUnitOptions = {
  id: string;
  /** Private key, PEM (PKCS#8), P-256. Who calls keeps it safe. */
  key: string;
} & (
  | { /** Key id of a closed system, e.g. `U:ATU12345678-K1`. */ closedSystem: string }
  | {
      /** Certificates of the key, PEM, its own first. */
      certificates: string;
      /** {@link TEST_ZDA} when left out. */
      zda?: string;
    }
);

/**
 * Makes a unit of a key.
 * @throws UnitError `broken` when key and certificate or id cannot be used
 */
export function softwareUnit(options: SoftwareUnitOptions): SignatureUnit {
  const key = privateKey(options.key);
  const identity = identityOf(options, createPublicKey(key));
  return {
    id: options.id,
    kind: 'software',
    computesHere: true,
    identify: () => Promise.resolve(identity),
    sign: (input) => Promise.resolve(signature(input, key)),
    close: () => Promise.resolve(),
  };
}

/** Signs on this thread, because the way to another one costs more than the signature. */
function signature(input: string, key: KeyObject): Buffer {
  return signPlain(Buffer.from(input, 'ascii'), key);
}

/** A new test key with a certificate of its own, valid from `now` (milliseconds since 1970) on. */
export function makeTestKey(company: string, now: number): CertifiedKey {
  return selfSignedKey(receiptCertificate(company), now);
}

/** What a certificate for receipts of a company says, e.g. of `UID ATU12345678`. */
export function receiptCertificate(company: string) {
  const texts = { [CASH_REGISTER_OWNER]: company };
  return { subject: company, purpose: 'signing', country: 'AT', texts } as const;
}

function privateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The reason may quote the key.
    throw new UnitError('broken', 'the private key cannot be read', 'key');
  }
}

function identityOf(options: SoftwareUnitOptions, publicKey: KeyObject): UnitIdentity {
  if ('closedSystem' in options) return closedSystemIdentity(options.closedSystem, publicKey);
  const identity = certifiedIdentity(options.zda ?? TEST_ZDA, certificatesOfPem(options.certificates));
  if (!identity.publicKey.equals(publicKey)) {
    throw new UnitError('broken', 'the certificate belongs to another key', 'key');
  }
  return identity;
}
