/** The company's login for FinanzOnline, and how the service is reached with it. */
import fs from 'node:fs';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Json } from '../../../receipt/json.ts';
import type { CountryContext, CountryServices, Vault } from '../../contract/services.ts';
import {
  PRODUCTION_URL,
  type Credentials,
  type FinanzOnlineAccess,
  type Mode,
} from '../finanzonline/access.ts';
import { isProducer } from '../finanzonline/credentials.ts';
import { bareTaxId } from '../tax-id.ts';

/** Name in the vault; each company has a login of its own. */
const ACCOUNT = 'AT/FinanzOnline login ';

/** One request and its answer. */
const TIMEOUT_MS = 10_000;

/** A web service user, and whether what it reports counts. */
export interface Account extends Credentials {
  mode: 'test' | 'production';
}

/** The stored login of a company; null without one. */
export function accountOf({ vault, cfg }: { vault: Vault; cfg: Cfg }): Account | null {
  return (vault.get(vaultName(cfg)) as (Account & Record<string, Json>) | undefined) ?? null;
}

/** Stores the login of a company; null removes it. */
export function setAccount(vault: Vault, cfg: Cfg, account: Account | null): Promise<void> {
  return vault.set(vaultName(cfg), account && { ...account });
}

/** The world that reports belong to: without a login they are made by hand, and in earnest. */
export function modeOf(account: Account | null): Mode {
  return account?.mode === 'test' ? 'T' : 'P';
}

/**
 * True while nothing is reported although there is a login: a register that only
 * trains (Fiscal_Test) must not become known to the tax office by itself.
 */
export function isHeldBack(account: Account, services: CountryServices): boolean {
  const attributes = services.attributes();
  // A test system (Reg_test) reports nothing, not even as a test.
  return attributes.flag('Reg_test') || (account.mode === 'production' && attributes.flag('Fiscal_Test'));
}

/** VAT ID of the maker of the program in force; null when FinanzOnline would not take it. */
export function producerOf(services: Pick<CountryServices, 'program'>): string | null {
  const taxId = bareTaxId(services.program().producer.taxId);
  return isProducer(taxId) ? taxId : null;
}

/** Another service than the tax office's own, such as the emulator (attribute AT_FinanzOnline). */
export function otherServer(services: CountryServices): string | undefined {
  return services.attributes().text('AT_FinanzOnline');
}

/** What is needed to call the service. */
export function accessOf(account: Account, context: CountryContext): FinanzOnlineAccess {
  const { participant, user, pin, producer } = account;
  const server = otherServer(context);
  const ca = server === undefined ? undefined : ownCa(context);
  return {
    ...{ participant, user, pin, producer },
    url: server ?? PRODUCTION_URL,
    timeoutMs: TIMEOUT_MS,
    now: () => context.clock.now(),
    log: context.log,
    ...(ca !== undefined && { ca }),
  };
}

/** The attribute AT_FinanzOnlineCA names a file with the certificate that AT_FinanzOnline is trusted by. */
function ownCa(services: CountryServices): string | undefined {
  const file = services.attributes().text('AT_FinanzOnlineCA');
  if (file === undefined) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    services.log.error('the file of AT_FinanzOnlineCA cannot be read', error);
    return undefined;
  }
}

function vaultName({ Cmp }: Cfg): string {
  return `${ACCOUNT}${bareTaxId(Cmp.TaxId)}`;
}
