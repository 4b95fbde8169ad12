/** The key of the supplier, which signs transactions: entered on the page, kept in the vault. */
import { createHash } from 'node:crypto';
import type { JournalKey } from '../base/cash-register/law.ts';
import type { CountryServices, Vault } from '../contract/services.ts';
import { publicPart, readKey, signText, type SupplierKey } from './signature.ts';

const KEY = 'NO/key';
/** What the product declaration calls the version of the key in use. */
const VERSION = 'NO/keyVersion';

/** Name of a key: of RSA its public part; of a secret its digest, which tells nothing of it. */
export function nameOf(key: SupplierKey): string {
  return key.algorithm === 'RSA-SHA1-1024'
    ? publicPart(key.privateKey)
    : `HMAC ${createHash('sha256').update(key.secret).digest('hex').slice(0, 32)}`;
}

/** A key of the vault; null when there is none of that name. Without a name the one in use. */
export function keyOf(vault: Pick<Vault, 'get'>, name?: string): SupplierKey | null {
  const kept = vault.get(name === undefined ? KEY : `${KEY} ${name}`);
  return typeof kept === 'string' ? readKey(kept) : null;
}

/**
 * Keeps a key: as the one in use, and for ever under its name, since old signatures are verified with it.
 * @param version as the product declaration has it; empty where registers are to count
 */
export async function keepKey(vault: Vault, text: string, key: SupplierKey, version: string): Promise<void> {
  await vault.set(`${KEY} ${nameOf(key)}`, text);
  await vault.set(VERSION, version);
  await vault.set(KEY, text);
}

/** Version of the key in use, as it was entered; empty where registers count by themselves. */
export function versionOf(vault: Pick<Vault, 'get'>): string {
  const kept = vault.get(VERSION);
  return typeof kept === 'string' ? kept : '';
}

/** The key in use; null without one. */
export function journalKey({ vault }: Pick<CountryServices, 'vault'>): JournalKey | null {
  const key = keyOf(vault);
  if (!key) return null;
  const name = nameOf(key);
  return { name, shown: name, label: versionOf(vault), sign: (text) => signText(text, key) };
}
