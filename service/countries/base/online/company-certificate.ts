/** A company's fiscal certificate with its RSA key: entered on the control page, kept in the vault. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { factsOf } from '../../../certificates/facts.ts';
import { readKeyFile, type KeyFile, type KeyFileProblem } from '../../../certificates/read.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { PageValue } from '../../contract/described-page/words.ts';
import type { CountryServices, Vault } from '../../contract/services.ts';

/** As it is kept, PEM. */
interface Kept extends Record<string, string | string[]> {
  key: string;
  certificate: string;
  /** Issuers, the next one first. */
  chain: string[];
}

/** The certificate in use. */
export interface CompanyCertificate {
  /** RSA. */
  key: KeyObject;
  certificate: X509Certificate;
  /** Issuers, the next one first. */
  chain: readonly X509Certificate[];
}

/** Why a certificate is not taken; the page of the country has the words `error.file.<problem>`. */
export interface CertificateProblem {
  problem: 'not-fiscal' | 'other-company' | 'expired';
  /** English. */
  text: string;
  /** For the words of the page. */
  values?: Record<string, PageValue>;
}

/** How a country keeps the certificates of companies. */
export interface CertificateStore {
  /** The certificate in use; null when none was entered. */
  of: (services: Pick<CountryServices, 'vault' | 'memory'>, cfg: Cfg) => CompanyCertificate | null;
  /** Reads a file with the certificate of a company; says what is wrong with it, English. */
  read: (
    file: Buffer,
    password: string,
    cfg: Cfg,
    now: number,
  ) => Promise<KeyFile | KeyFileProblem | CertificateProblem>;
  /** Keeps a certificate for a company, in place of the one before. */
  keep: (vault: Vault, cfg: Cfg, file: KeyFile) => Promise<void>;
  /** Forgets the certificate of a company. */
  forget: (vault: Vault, cfg: Cfg) => Promise<void>;
}

/** What a country's certificates have of their own. */
export interface CertificateRules {
  /** ISO 3166 code: the vault has the certificates under its name. */
  country: string;
  /** The company's tax number as certificates name it. */
  taxNumber: (cfg: Cfg) => string;
  /** What that number is called, English: `OIB`. */
  numberName: string;
  /** Whose certificate it is within the company, where each register has one of its own; that of the company unless told otherwise. */
  register?: (cfg: Cfg) => string;
}

/** The certificates of a country's companies. */
export function certificateStore({
  country,
  taxNumber,
  numberName,
  register,
}: CertificateRules): CertificateStore {
  const nameOf = (cfg: Cfg) =>
    `${country}/certificate ${taxNumber(cfg)}${register ? ` ${register(cfg)}` : ''}`;
  return {
    of({ vault, memory }, cfg) {
      const name = nameOf(cfg);
      const kept = (vault.get(name) ?? null) as Kept | null;
      if (!kept) return null;
      // Parsing takes longer than signing.
      const known = memory.get(name) as { kept: string; certificate: CompanyCertificate } | undefined;
      if (known?.kept === kept.certificate) return known.certificate;
      const certificate: CompanyCertificate = {
        key: createPrivateKey(kept.key),
        certificate: new X509Certificate(kept.certificate),
        chain: kept.chain.map((pem) => new X509Certificate(pem)),
      };
      memory.set(name, { kept: kept.certificate, certificate });
      return certificate;
    },

    async read(file, password, cfg, now) {
      const read = await readKeyFile(file, password);
      if ('problem' in read) return read;
      const { key, certificate } = read;
      if (key.asymmetricKeyType !== 'rsa')
        return { problem: 'not-fiscal', text: 'the key is no RSA key, as fiscal certificates have' };
      const number = taxNumber(cfg);
      if (!namesNumber(certificate, number))
        return {
          problem: 'other-company',
          text: `the certificate does not name the ${numberName} ${number}`,
          values: { number },
        };
      if (certificate.validToDate.getTime() <= now)
        return {
          problem: 'expired',
          text: `the certificate was valid until ${lastDayOf(certificate)}`,
          values: { day: { day: lastDayOf(certificate) } },
        };
      return read;
    },

    keep: (vault, cfg, { key, certificate, chain }) =>
      vault.set(nameOf(cfg), {
        key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
        certificate: certificate.toString(),
        chain: chain.map(String),
      } satisfies Kept),

    forget: (vault, cfg) => vault.set(nameOf(cfg), null),
  };
}

/** Whether a part of the subject has the number, with no other digits beside it. */
function namesNumber(certificate: X509Certificate, number: string): boolean {
  const whole = new RegExp(`(?<!\\d)${number}(?!\\d)`);
  return factsOf(certificate).subject.some(({ value }) => whole.test(value));
}

/** Last day of a certificate, `YYYY-MM-DD`. */
export function lastDayOf(certificate: X509Certificate): string {
  return certificate.validToDate.toISOString().slice(0, 10);
}
