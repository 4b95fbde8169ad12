/**
 * How a register gets validation codes: by itself (tests), from the authority's
 * test service, or from the real one; and the login it needs (doc 3, Portugal rule 5).
 */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext, CountryServices, Vault } from '../contract/services.ts';
import { SERVICES, type AuthorityAccess } from './authority/access.ts';
import { bareTaxId } from './tax-id.ts';
import type { CertificateRow, SeriesMode } from './wire.ts';

/** Names in the vault; each company has a login of its own. */
const LOGIN = 'PT/login ';
const CLIENT = 'PT/client';
const AUTHORITY = 'PT/authority';

/** The whole call, network and answer. */
const TIMEOUT_MS = 10_000;

/** Sub-user of the authority's portal. */
export interface Login {
  /** `<NIF>/<number>`. */
  user: string;
  password: string;
}

/** A certificate with its key, PEM. */
export interface ClientCertificate {
  certificate: string;
  key: string;
}

/** The stored login of a company. */
export function loginOf(vault: Vault, { Cmp }: Cfg): Login | null {
  return stored<Login & Record<string, Json>>(vault, `${LOGIN}${bareTaxId(Cmp.TaxId)}`);
}

/** The stored client certificate. */
export function clientOf(vault: Vault): ClientCertificate | null {
  return stored<ClientCertificate & Record<string, Json>>(vault, CLIENT);
}

/** The authority's certificate that passwords are encrypted with, PEM. */
export function authorityOf(vault: Vault): string | null {
  const value = vault.get(AUTHORITY);
  return typeof value === 'string' ? value : null;
}

/** Stores the login of a company; null removes it. */
export function setLogin(vault: Vault, { Cmp }: Cfg, login: Login | null): Promise<void> {
  return vault.set(`${LOGIN}${bareTaxId(Cmp.TaxId)}`, login && { ...login });
}

/** Stores the client certificate. */
export function setClient(vault: Vault, client: ClientCertificate): Promise<void> {
  return vault.set(CLIENT, { ...client });
}

/** Stores the authority's certificate. */
export function setAuthority(vault: Vault, certificate: string): Promise<void> {
  return vault.set(AUTHORITY, certificate);
}

/** Subject and expiry of a certificate in PEM; null when it is none. */
export function describeCertificate(pem: string): CertificateRow | null {
  try {
    const { subject, validToDate } = new X509Certificate(pem);
    const name = /CN=(.+)/.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
    return { subject: name, expires: validToDate.toISOString().slice(0, 10) };
  } catch {
    return null;
  }
}

/** Why documents are tests: an attribute of the profile, or the key that signs them. */
export type Practice = 'Fiscal_Test' | 'test key' | 'PT_SeriesServer';

/**
 * Why what is registered now is a test and counts for nobody; null when it counts.
 * This alone decides it: marks on paper, names of series, SAF-T and status go by it.
 */
export function practiceOf(services: Pick<CountryServices, 'attributes' | 'key'>): Practice | null {
  const attributes = services.attributes();
  if (attributes.flag('Fiscal_Test')) return 'Fiscal_Test';
  if (services.key()?.test === true) return 'test key';
  // Codes of a simulator are worth nothing.
  return otherServer(services) === undefined ? null : 'PT_SeriesServer';
}

/** Address of a series service that is not the authority's, so that tests never reach the real one. */
function otherServer(services: Pick<CountryServices, 'attributes'>): string | undefined {
  const server = services.attributes().text('PT_SeriesServer');
  return server === SERVICES.live.url ? undefined : server;
}

/**
 * Where validation codes come from. A test key never meets the real service; in other
 * tests a test service is used once everything for it is entered.
 */
export function modeOf(context: CountryContext): SeriesMode {
  const practice = practiceOf(context);
  if (practice === null) return 'live';
  // A test system (Reg_test) asks nobody, not even the test service.
  const isAsked = practice !== 'test key' && !context.attributes().flag('Reg_test');
  return isAsked && accessTo('test', context) ? 'test' : 'own';
}

/**
 * Series of tests have names of their own (ending `MT`), except those of a test key,
 * whose documents say what they are in code, certificate and signature.
 */
export function hasTrialNames(services: Pick<CountryServices, 'attributes' | 'key'>): boolean {
  const practice = practiceOf(services);
  return practice !== null && practice !== 'test key';
}

/** What is needed to call the service; null while something is missing. */
export function accessTo(mode: 'test' | 'live', context: CountryContext): AuthorityAccess | null {
  const { vault, clock, cfg } = context;
  const login = loginOf(vault, cfg);
  const client = clientOf(vault);
  const authorityCertificate = authorityOf(vault);
  if (!login || !client || authorityCertificate === null) return null;
  const server = otherServer(context);
  const { url, ca } = server === undefined ? SERVICES[mode] : { url: server, ca: ownCa(context) };
  return {
    url,
    ...login,
    client,
    authorityCertificate,
    timeoutMs: TIMEOUT_MS,
    now: () => clock.now(),
    ...(ca !== undefined && { ca }),
  };
}

/** The attribute PT_SeriesCA names a file with the certificate that PT_SeriesServer is trusted by. */
function ownCa(services: CountryServices): string | undefined {
  const file = services.attributes().text('PT_SeriesCA');
  if (file === undefined) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    services.log.error('the file of PT_SeriesCA cannot be read', error);
    return undefined;
  }
}

function stored<T extends Json>(vault: Vault, name: string): T | null {
  return (vault.get(name) as T | undefined) ?? null;
}
