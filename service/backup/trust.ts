/**
 * Whose backups are believed: those of this installation, and of those whose key a
 * manager has accepted. Also the public keys that the receipts are signed with: they
 * travel with a backup, so that its receipts can be checked where it is restored.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Json } from '../receipt/json.ts';
import { writeDurably } from '../settings/durable-file.ts';
import type { InstallationKey } from '../settings/installation-key.ts';
import { serialOf } from '../settings/keys.ts';
import type { BackupSigner } from './manifest.ts';

/** What trust rests on. */
export interface TrustParts {
  key: Pick<InstallationKey, 'publicKey' | 'sign' | 'keep'>;
  /** Remembers accepted keys; who can write to it is the installation itself. */
  vault: { get(name: string): Json | undefined; set(name: string, value: Json): Promise<void> };
  /** Folder of public keys. */
  cer: string;
}

const NAME = 'backup signers';

/** The signer of an installation's backups, and those that it knows. */
export class Trust implements BackupSigner {
  private readonly parts: TrustParts;

  constructor(parts: TrustParts) {
    this.parts = parts;
  }

  get publicKey(): string {
    return this.parts.key.publicKey;
  }

  sign(text: string): string {
    return this.parts.key.sign(text);
  }

  /** True for this installation's key, and for accepted ones. */
  isKnown(publicKey: string): boolean {
    return publicKey === this.publicKey || this.accepted.includes(publicKey);
  }

  /** Resolves when the keys of signers and of receipts are remembered. */
  async accept(signers: readonly string[], receiptKeys: readonly string[]): Promise<void> {
    const unknown = signers.filter((key) => !this.isKnown(key));
    if (unknown.length > 0) await this.parts.vault.set(NAME, [...this.accepted, ...unknown]);
    for (const text of receiptKeys) {
      const key = readPublicKey(text);
      if (!key) continue;
      const file = path.join(this.parts.cer, `${serialOf(key)}.pem`);
      const isThere = await fs.stat(file).catch(() => null);
      if (!isThere) await writeDurably(file, key.export({ type: 'spki', format: 'pem' }).toString(), 0o644);
    }
  }

  async ready(): Promise<void> {
    await this.parts.key.keep();
  }

  async receiptKeys(): Promise<string[]> {
    const keys: string[] = [];
    for (const name of (await fs.readdir(this.parts.cer).catch(() => [])).sort()) {
      if (!name.endsWith('.pem')) continue;
      const key = readPublicKey(await fs.readFile(path.join(this.parts.cer, name), 'utf8').catch(() => ''));
      // Certificates of units and tills are called by other numbers; receipts bring theirs themselves.
      if (key && name === `${serialOf(key)}.pem`) keys.push(key.export(DER).toString('base64'));
    }
    return keys;
  }

  private get accepted(): string[] {
    const kept = this.parts.vault.get(NAME);
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  }
}

const DER = { type: 'spki', format: 'der' } as const;

/** Larger ones only take time. */
const MOST_BITS = 2048;

/** A public key from its PEM, or from its DER in Base64; null for what is none. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const isPem = text.startsWith('-');
    const key = createPublicKey(isPem ? text : { key: Buffer.from(text, 'base64'), ...DER });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) <= MOST_BITS ? key : null;
  } catch {
    return null;
  }
}
