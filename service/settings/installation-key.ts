/**
 * The key of this installation, Ed25519: backups are signed with it, so that others
 * can tell who made them and that nobody has changed them since. The private part
 * lies in the vault and never leaves it.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Json } from '../receipt/json.ts';

/** Where the private part lies. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

const NAME = 'installation key';
const PRIVATE = { type: 'pkcs8', format: 'der' } as const;
const PUBLIC = { type: 'spki', format: 'der' } as const;

/** The key of an installation. */
export class InstallationKey {
  /** SPKI in DER, Base64. */
  readonly publicKey: string;
  private readonly key: KeyObject;
  private readonly vault: Secrets;
  private isKept: boolean;

  private constructor(key: KeyObject, vault: Secrets, isKept: boolean) {
    this.key = key;
    this.vault = vault;
    this.isKept = isKept;
    this.publicKey = createPublicKey(key).export(PUBLIC).toString('base64');
  }

  /** Reads the key, or makes one. It is kept then, unless the disk is full: a till must start. */
  static async open(vault: Secrets): Promise<InstallationKey> {
    const kept = vault.get(NAME);
    if (typeof kept === 'string')
      return new InstallationKey(
        createPrivateKey({ key: Buffer.from(kept, 'base64'), ...PRIVATE }),
        vault,
        true,
      );
    const made = new InstallationKey(generateKeyPairSync('ed25519').privateKey, vault, false);
    await made.keep().catch(() => undefined);
    return made;
  }

  /** Resolves when the key is on disk; nothing may be signed before. */
  async keep(): Promise<void> {
    if (this.isKept) return;
    await this.vault.set(NAME, this.key.export(PRIVATE).toString('base64'));
    this.isKept = true;
  }

  /** Signs a text; Base64. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.key).toString('base64');
  }
}

/** True when a text was signed with the private part of a key; both in Base64. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), ...PUBLIC });
    // Other kinds of keys would be verified by other rules.
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** What people compare keys by: half of the SHA-256 of the public part, hex in groups of four. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return digest.slice(0, 32).match(/.{4}/g)!.join(' ');
}
