/** The company's technical user at NAV Online Számla, and the system that it is told to. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { isTree } from '../../../receipt/tree.ts';
import { environment } from '../../base/online/environment.ts';
import type { CountryServices } from '../../contract/services.ts';
import { readTaxNumber } from '../customer.ts';
import type { NavKeys } from './crypto.ts';

/** A technical user. */
export interface NavLogin extends NavKeys {
  user: string;
  password: string;
}

/** `HU_Nav`: another system than the authority's, such as the emulator. */
export const ENVIRONMENT = environment('HU', {
  address: (attributes) => attributes.text('HU_Nav'),
  file: () => undefined,
});

const SYSTEMS = {
  production: 'https://api.onlineszamla.nav.gov.hu',
  test: 'https://api-test.onlineszamla.nav.gov.hu',
};

/** Where an operation is asked for. @param other another system, such as the emulator */
export function navUrl(operation: string, isTest: boolean, other: string | undefined): string {
  const origin = isTest ? (other ?? SYSTEMS.test) : SYSTEMS.production;
  return `${origin.replace(/\/$/, '')}/invoiceService/v3/${operation}`;
}

function nameOf(cfg: Cfg): string {
  return `HU/nav/${readTaxNumber(cfg.Cmp.TaxId)?.taxpayerId ?? ''}`;
}

/** The technical user of a company; null when none was entered. */
export function loginOf({ vault }: Pick<CountryServices, 'vault'>, cfg: Cfg): NavLogin | null {
  const kept = vault.get(nameOf(cfg)) ?? null;
  return isTree(kept) ? (kept as unknown as NavLogin) : null;
}

/** Keeps the technical user of a company; null forgets it. */
export function keepLogin(
  { vault }: Pick<CountryServices, 'vault'>,
  cfg: Cfg,
  login: NavLogin | null,
): Promise<void> {
  return vault.set(nameOf(cfg), login && { ...login });
}
