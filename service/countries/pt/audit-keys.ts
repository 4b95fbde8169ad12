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
 * Test keys are made by each installation, and all begin with version 1: a register
 * that was restored has tests of several. There it decides for the series alone.
 */
export class AuditKeys {
  private readonly keys: readonly NamedKey[];
  /** By version, those of tests by version and series. */
  private readonly decided = new Map<string, { version: string; by: NamedKey }>();

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

  /**
   * Verifies a signature: RSA with SHA-1 over a text (Despacho 8632/2014).
   * @param hash base64
   * @param testSeries the series of a test; null for a document that counts
   */
  check(version: string, text: string, hash: string, testSeries: string | null): SignatureResult {
    if (this.keys.length === 0) return 'no key';
    const scope = testSeries === null ? version : `${version} ${testSeries}`;
    const known = this.decided.get(scope)?.by;
    const fitting = (known ? [known] : this.keys).find(({ key }) => fits(text, hash, key));
    if (!fitting) return known ? 'wrong' : 'unknown';
    this.decided.set(scope, { version, by: fitting });
    return 'fits';
  }

  /** The file of each version, e.g. `key version 1: 0a1b.pem`. */
  summary(): string {
    const parts = [...this.decided.values()].map(({ version, by }) => `key version ${version}: ${by.file}`);
    return [...new Set(parts)].join(', ') || 'no key';
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
