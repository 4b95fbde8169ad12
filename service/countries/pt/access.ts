/**
 * How a register gets validation codes: by itself (tests), from the authority's
 * test service, or from the real one; and the login it needs (doc 3, Portugal rule 5).
 */
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import type { Json } from '../../receipt/json.ts';
import type { CountryServices, Vault } from '../contract.ts';
import { PRODUCTION_URL, TEST_URL, type AuthorityAccess } from './authority/access.ts';
import type { CertificateRow, SeriesMode } from './wire.ts';

/** Names in the vault. */
const LOGIN = 'PT/login';
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

/** The stored login. */
export function loginOf(vault: Vault): Login | null {
  return stored<Login & Record<string, Json>>(vault, LOGIN);
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

/** Stores the login; null removes it. */
export function setLogin(vault: Vault, login: Login | null): Promise<void> {
  return vault.set(LOGIN, login && { ...login });
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

/**
 * Where validation codes come from. A test key never meets the real service;
 * with Fiscal_Test the test service is used once everything for it is entered.
 */
export function modeOf(services: CountryServices): SeriesMode {
  if (services.attributes().flag('Fiscal_Test')) return accessTo('test', services) ? 'test' : 'own';
  return services.key()?.test === true ? 'own' : 'live';
}

/** What is needed to call the service; null while something is missing. */
export function accessTo(mode: 'test' | 'live', services: CountryServices): AuthorityAccess | null {
  const { vault, clock } = services;
  const login = loginOf(vault);
  const client = clientOf(vault);
  const authorityCertificate = authorityOf(vault);
  if (!login || !client || authorityCertificate === null) return null;
  const server = services.attributes().text('PT_SeriesServer');
  const ca = server === undefined ? undefined : ownCa(services);
  return {
    url: server ?? (mode === 'live' ? PRODUCTION_URL : TEST_URL),
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
