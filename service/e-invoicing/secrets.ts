/**
 * Tokens and passwords of channels, in the vault. Each counts for the address that was set
 * when it was entered: nobody has one sent elsewhere who does not know it.
 */
import type { Vault } from '../countries/contract/services.ts';
import { isTree } from '../receipt/tree.ts';
import type { SecretName } from './contract.ts';

const MAX_LENGTH = 4096;

/** Attribute with the address that a secret is for. */
const ADDRESS_OF: Readonly<Record<SecretName, string>> = {
  'access-point': 'EInvoice_Url',
  'access-point-test': 'EInvoice_TestUrl',
  mail: 'EInvoice_Mail',
};

/** The secrets of an installation. */
export class ChannelSecrets {
  private readonly vault: Vault;

  constructor(vault: Vault) {
    this.vault = vault;
  }

  /** The secret for an address; null where there is none for it. */
  of(name: SecretName, address: string): string | null {
    const kept = this.vault.get(nameOf(name));
    if (!isTree(kept) || typeof kept.secret !== 'string') return null;
    return kept.address === placeOf(address) ? kept.secret : null;
  }

  /**
   * Takes another one for an address, or none (empty).
   * @returns what is wrong with it, English; null for nothing
   */
  async set(name: SecretName, secret: string, address: string): Promise<string | null> {
    if (secret.length > MAX_LENGTH || /[^\x21-\x7e]/.test(secret))
      return `must be at most ${MAX_LENGTH} characters of ASCII without blanks`;
    if (secret !== '' && placeOf(address) === '')
      return `set the attribute ${ADDRESS_OF[name]} first: the secret counts for that address`;
    await this.vault.set(nameOf(name), secret === '' ? null : { secret, address: placeOf(address) });
    return null;
  }
}

function nameOf(name: SecretName): string {
  return `e-invoicing/${name}`;
}

/** Protocol, host and port of an address. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.protocol}//${url.host}` : '';
}
