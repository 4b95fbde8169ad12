/**
 * The AES key that the turnover counter is encrypted with: one for each register,
 * 32 random bytes in the vault. It leaves the machine only in the registration
 * with FinanzOnline, or when the owner wants to register by hand.
 */
import { randomBytes } from 'node:crypto';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Vault } from '../contract/services.ts';
import { keyCheckValue, readAesKey } from './rksv/turnover-counter.ts';
import { bareTaxId } from './tax-id.ts';

/** A key with its check value. */
export interface AesKey {
  /** 44 characters of base64, as FinanzOnline wants it. */
  text: string;
  bytes: Buffer;
  /** For typing it in by hand, 4 characters. */
  check: string;
}

/** The company of a register. */
interface Company {
  Cmp: Pick<Cfg['Cmp'], 'TaxId'>;
}

function vaultName(cfg: Company, id: string): string {
  return `AT/aes ${bareTaxId(cfg.Cmp.TaxId)} ${id}`;
}

/** A key from its text; null for what is none. */
export function aesKeyFrom(text: string): AesKey | null {
  const bytes = readAesKey(text);
  return bytes && { text, bytes, check: keyCheckValue(text) };
}

/** The key of a register; null when there is none. */
export function aesKeyOf(vault: Pick<Vault, 'get'>, cfg: Company, id: string): AesKey | null {
  const kept = vault.get(vaultName(cfg, id));
  const text = kept && typeof kept === 'object' && !Array.isArray(kept) ? kept.key : undefined;
  return typeof text === 'string' ? aesKeyFrom(text) : null;
}

/** Keeps a key that is known already, on another machine for instance. */
export async function setAesKey(vault: Vault, cfg: Cfg, id: string, { text }: AesKey): Promise<void> {
  await vault.set(vaultName(cfg, id), { key: text, used: false });
}

/**
 * The key for a register without receipts. One that has encrypted receipts is not
 * used for others of the same Kassen-ID: their numbers would come again, and with
 * them the initial vectors.
 */
export async function freshAesKey(vault: Vault, cfg: Cfg, id: string): Promise<AesKey> {
  const kept = vault.get(vaultName(cfg, id)) as { used?: boolean } | undefined;
  const known = aesKeyOf(vault, cfg, id);
  if (known && kept?.used !== true) return known;
  const key = aesKeyFrom(randomBytes(32).toString('base64'))!;
  await setAesKey(vault, cfg, id, key);
  return key;
}

/** Remembers that receipts were encrypted with the key. */
export async function markUsed(vault: Vault, cfg: Cfg, id: string): Promise<void> {
  const kept = vault.get(vaultName(cfg, id)) as { key: string; used?: boolean } | undefined;
  if (kept && kept.used !== true) await vault.set(vaultName(cfg, id), { key: kept.key, used: true });
}
