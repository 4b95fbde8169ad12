/** Which public key belongs to which version of the signing key: the journal does not say, the signatures do. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** What came of checking a signature; `unknown`: it fits no key, and nothing of its version has so far. */
export type SignatureResult = 'fits' | 'wrong' | 'unknown' | 'no key';

interface NamedKey {
  file: string;
  key: KeyObject;
}

/**
 * The keys of an audit. The first signature of a version that fits a key decides
 * for the version, so that nobody can go on with another key under its number.
 */
export class AuditKeys {
  private readonly keys: readonly NamedKey[];
  private readonly byVersion = new Map<string, NamedKey>();

  /** @param publicKeys PEM by file name; what is no public key is passed over */
  constructor(publicKeys: ReadonlyMap<string, string>) {
    this.keys = [...publicKeys].flatMap(([file, pem]) => {
      try {
        return [{ file, key: createPublicKey(pem) }];
      } catch {
        return [];
      }
    });
  }

  /** Verifies a signature: RSA with SHA-1 over a text (Despacho 8632/2014). @param hash base64 */
  check(version: string, text: string, hash: string): SignatureResult {
    if (this.keys.length === 0) return 'no key';
    const known = this.byVersion.get(version);
    const fitting = (known ? [known] : this.keys).find(({ key }) => fits(text, hash, key));
    if (!fitting) return known ? 'wrong' : 'unknown';
    this.byVersion.set(version, fitting);
    return 'fits';
  }

  /** The file of each version, e.g. `key version 1: 0a1b.pem`. */
  summary(): string {
    const parts = [...this.byVersion].map(([version, { file }]) => `key version ${version}: ${file}`);
    return parts.join(', ') || 'no key';
  }
}

function fits(text: string, hash: string, key: KeyObject): boolean {
  try {
    return verify('RSA-SHA1', Buffer.from(text, 'utf8'), key, Buffer.from(hash, 'base64'));
  } catch {
    // A key of another kind among the certificates of the data root.
    return false;
  }
}
