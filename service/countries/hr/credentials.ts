/** The company's fiscal certificate (FINA) with its key: entered on the control page, kept in the vault. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { factsOf } from '../../certificates/facts.ts';
import { readKeyFile, type KeyFile, type KeyFileProblem } from '../../certificates/read.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { PageValue } from '../contract/described-page/words.ts';
import type { CountryServices, Vault } from '../contract/services.ts';
import type { Credentials } from './message.ts';
import { bareOib } from './oib.ts';

/** As it is kept, PEM. */
interface Kept extends Record<string, string | string[]> {
  key: string;
  certificate: string;
  /** Issuers, the next one first. */
  chain: string[];
}

/** The certificate in use. */
export interface Certificate extends Credentials {
  /** Issuers, the next one first: what CIS shows itself by is issued by them too. */
  chain: readonly X509Certificate[];
}

function nameOf(cfg: Cfg): string {
  return `HR/certificate ${bareOib(cfg.Cmp.TaxId)}`;
}

/** The certificate in use; null when none was entered. */
export function certificateOf(services: CountryServices, cfg: Cfg): Certificate | null {
  const { vault, memory } = services;
  const name = nameOf(cfg);
  const kept = (vault.get(name) ?? null) as Kept | null;
  if (!kept) return null;
  const digest = services.attributes().flag('HR_SHA1') ? 'sha1' : 'sha256';
  // Parsing takes longer than signing.
  const known = memory.get(name) as { kept: string; certificate: Certificate } | undefined;
  if (known?.kept === kept.certificate) return { ...known.certificate, digest };
  const certificate: Certificate = {
    key: createPrivateKey(kept.key),
    certificate: new X509Certificate(kept.certificate),
    chain: kept.chain.map((pem) => new X509Certificate(pem)),
    digest,
  };
  memory.set(name, { kept: kept.certificate, certificate });
  return certificate;
}

/** Why a certificate is not taken. */
interface CertificateProblem {
  problem: 'not-fiscal' | 'other-company' | 'expired';
  /** English. */
  text: string;
  /** For the words of the page. */
  values?: Record<string, PageValue>;
}

/** Reads a file with the certificate of a company; says what is wrong with it, English. */
export async function readCertificate(
  file: Buffer,
  password: string,
  cfg: Cfg,
  now: number,
): Promise<KeyFile | KeyFileProblem | CertificateProblem> {
  const read = await readKeyFile(file, password);
  if ('problem' in read) return read;
  const { key, certificate } = read;
  if (key.asymmetricKeyType !== 'rsa')
    return { problem: 'not-fiscal', text: 'the key is no RSA key, as fiscal certificates have' };
  const oib = bareOib(cfg.Cmp.TaxId);
  const names = factsOf(certificate).subject.map(({ value }) => value);
  if (!names.some((value) => value.includes(oib)))
    return {
      problem: 'other-company',
      text: `the certificate does not name the OIB ${oib}`,
      values: { oib },
    };
  if (certificate.validToDate.getTime() <= now)
    return {
      problem: 'expired',
      text: `the certificate was valid until ${dayOf(certificate)}`,
      values: { day: { day: dayOf(certificate) } },
    };
  return read;
}

/** Keeps a certificate for a company, in place of the one before. */
export function keepCertificate(vault: Vault, cfg: Cfg, { key, certificate, chain }: KeyFile): Promise<void> {
  return vault.set(nameOf(cfg), {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: certificate.toString(),
    chain: chain.map(String),
  } satisfies Kept);
}

/** Forgets the certificate of a company. */
export function forgetCertificate(vault: Vault, cfg: Cfg): Promise<void> {
  return vault.set(nameOf(cfg), null);
}

/** Last day of a certificate, `YYYY-MM-DD`. */
export function dayOf(certificate: X509Certificate): string {
  return certificate.validToDate.toISOString().slice(0, 10);
}
