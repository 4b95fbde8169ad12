/**
 * The key that signs: one for each company of an installation, P-256, made here and kept in
 * the vault, which is encrypted on disk. Its public part is published under its serial.
 */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Cfg } from '../../receipt/cfg.ts';
import { isTree } from '../../receipt/tree.ts';
import { ecKeyFrom } from '../base/ec-key.ts';
import { published } from '../base/published.ts';
import type { TextSigner } from '../contract/receipt-signature.ts';
import type { CountryContext, CountryServices, EcKey, Vault } from '../contract/services.ts';
import { signText } from './signature.ts';
import { bareTaxId } from './tax-id.ts';

type Company = Pick<Cfg, 'Cmp'>;

function vaultName({ Cmp }: Company): string {
  return `FR/key ${bareTaxId(Cmp.TaxId)}`;
}

/** The key of a company; null when there is none that can be read. */
export function keyOf(
  { vault, memory }: { vault: Pick<Vault, 'get'>; memory?: Map<string, unknown> },
  company: Company,
): EcKey | null {
  const name = vaultName(company);
  const kept = vault.get(name);
  const pem = isTree(kept) ? (kept as { key?: unknown }).key : undefined;
  if (typeof pem !== 'string') return null;
  const known = memory?.get(name) as { pem: string; key: EcKey } | undefined;
  if (known?.pem === pem) return known.key;
  try {
    const key = ecKeyFrom(pem);
    memory?.set(name, { pem, key });
    return key;
  } catch {
    return null;
  }
}

const UNDER_WAY = 'FR/key under way ';

type Keeping = Pick<CountryServices, 'vault' | 'memory' | 'publish' | 'log'>;

/**
 * Sees to it that a company has a key: it is made when there is none. Resolves when it is on
 * disk, and was published once in the life of this process.
 */
export function ensureKey(services: Keeping, company: Company): Promise<void> {
  const { memory } = services;
  const name = UNDER_WAY + vaultName(company);
  // Registers of one company begin at the same time, and have one key.
  const known = memory.get(name) as Promise<void> | undefined;
  if (known) return known;
  const making = make(services, company).finally(() => memory.delete(name));
  memory.set(name, making);
  return making;
}

async function make(services: Keeping, company: Company): Promise<void> {
  const { vault } = services;
  if (!keyOf(services, company)) {
    const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'prime256v1' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await vault.set(vaultName(company), { key: pem });
  }
  const key = keyOf(services, company);
  if (!key) throw new Error('the key was not kept');
  await published({ serial: key.serial, pem: key.publicKey }, services);
}

/** {@link CountrySignature.textSigner} of France. */
export function textSigner(context: CountryContext): TextSigner | null {
  const key = keyOf(context, context.cfg);
  return key && { serial: key.serial, sign: (text) => signText(text, key.privateKey) };
}
