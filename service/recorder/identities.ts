/**
 * Who the registers of this installation are at the portal: one key of the data root,
 * and for each register what it was given when it was activated. All of it is in the vault.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Json } from '../receipt/json.ts';
import { isTree } from '../receipt/tree.ts';

/** Where secrets are kept. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

/** A register as the portal knows it. */
export interface Identity {
  registerId: number;
  companyId: number;
  /** Goes with every request; empty before a new row of records is activated. */
  secret: string;
  /** Where records were begun anew at the portal: what tells this row of them from those before. */
  row?: string;
  /** Number of the register that this one was before, at the portal. */
  follows?: number;
}

const PRIVATE = { type: 'pkcs8', format: 'pem' } as const;

/** The identities of an installation. */
export class Identities {
  private readonly vault: Secrets;
  private readonly names: { key: string; registers: string };
  private readonly all: Map<string, Identity>;
  private key: KeyObject | null = null;
  /** One write after the other: each holds all registers. */
  private writing: Promise<unknown> = Promise.resolve();

  /** @param world what the names in the vault begin with: a portal for trials knows other registers */
  constructor(vault: Secrets, world: string) {
    this.vault = vault;
    this.names = { key: `${world}.key`, registers: `${world}.registers` };
    const kept = vault.get(this.names.key);
    if (typeof kept === 'string') this.key = createPrivateKey(kept);
    const registers = vault.get(this.names.registers);
    this.all = new Map(isTree(registers) ? (Object.entries(registers) as never) : []);
  }

  /** Null for a register that is not activated. */
  of(rn: string): Identity | null {
    return this.all.get(rn) ?? null;
  }

  /** Whether any register is activated: the company is fixed then. */
  get isAny(): boolean {
    return this.all.size > 0;
  }

  /** Resolves when it is on disk. */
  keep(rn: string, identity: Identity): Promise<void> {
    return this.inTurn(async () => {
      const all = new Map(this.all).set(rn, identity);
      await this.vault.set(this.names.registers, Object.fromEntries(all) as unknown as Json);
      this.all.set(rn, identity);
    });
  }

  /** The public key, SPKI in PEM; the private part is on disk when it resolves. */
  async publicKey(): Promise<string> {
    return createPublicKey(await this.ownKey())
      .export({ type: 'spki', format: 'pem' })
      .toString();
  }

  /** Signs a text, Ed25519, in Base64. */
  async sign(text: string): Promise<string> {
    return sign(null, Buffer.from(text), await this.ownKey()).toString('base64');
  }

  private async ownKey(): Promise<KeyObject> {
    if (this.key) return this.key;
    await this.inTurn(async () => {
      if (this.key) return;
      const { privateKey } = generateKeyPairSync('ed25519');
      await this.vault.set(this.names.key, privateKey.export(PRIVATE).toString());
      this.key = privateKey;
    });
    return this.key!;
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.writing.then(step);
    this.writing = done.catch(() => undefined);
    return done;
  }
}
