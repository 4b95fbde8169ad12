/**
 * The Czech authority's service for records of sales (EET) in small, versions 3 and 4:
 * HTTPS, schemas, signatures, certificates and errors, and a memory. For tests, and for
 * POS developers without a certificate of the playground.
 */
import { X509Certificate } from 'node:crypto';
import { systemClock } from '../../clock.ts';
import { startAuthority, type AuthorityOptions, type EmulatedAuthority } from '../authority.ts';
import {
  forgedSigner,
  issueCompanyKey,
  makeAuthorityKeys,
  signerOf,
  type AuthorityKeys,
  type CompanyName,
  type IssuedKey,
  type KeyWithCertificate,
} from '../authority-keys.ts';
import { RenewalService } from './renewal.ts';
import { EmulatedService, type EmulatedRequest, type StoredSale } from './service.ts';

/** How long a renewed certificate is valid, ms. */
const RENEWED_MS = 366 * 24 * 3_600_000;

/** How to start an emulator. */
export type EmulatorOptions = AuthorityOptions<AuthorityKeys, EmulatedRequest>;

/** A running emulator. */
export interface Emulator extends EmulatedAuthority<EmulatedRequest, number> {
  /** Sales with a code, in order. */
  sales: readonly StoredSale[];
  /** Sales that came again with other data, in order. */
  doubles: EmulatedService['doubles'];
  /** A new key with a certificate for a company. @param taxNumber `CZ` and digits */
  issue(taxNumber: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Renews this certificate, too; signatures of all that it has issued are taken anyway, also of an earlier life. */
  know(key: Pick<KeyWithCertificate, 'certificate'>): void;
  /** Renewal of certificates. */
  renewal: RenewalService;
}

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of an emulated EET. */
export function makeEetKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('CZ', { ca: 'Emulated EET CA', signer: 'Emulated EET' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock } = options;
  const keys = options.keys ?? (await (processKeys ??= makeEetKeys()));
  const service = new EmulatedService({
    clock,
    ca: new X509Certificate(keys.ca.certificate),
    signer: signerOf(keys),
    forger: () => forgedSigner(keys),
  });
  const issue = (taxNumber: string, more: Partial<CompanyName>) =>
    issueCompanyKey(keys, { subject: taxNumber, organization: 'Obchod', ...more }, clock.now());
  const renewal = new RenewalService({
    clock,
    issue: (taxNumber, password) => issue(taxNumber, { password, till: clock.now() + RENEWED_MS }),
  });
  const authority = await startAuthority<EmulatedRequest, number>(options, {
    ca: keys.ca.certificate,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    begun: (at) => ({ at, version: null, taxNumber: null, number: null, outcome: null }),
    take({ url, method, headers }, body, request) {
      if (url?.startsWith('/api/')) {
        const [path, by] = [url.slice('/api'.length), String(headers.authorization ?? '')];
        return async () => {
          const reply = await renewal.answer(method ?? '', path, by);
          request.number = path;
          request.outcome = String(reply.status);
          return reply;
        };
      }
      const http = { url, method, type: headers['content-type'], action: String(headers.soapaction ?? '') };
      return () => service.answer(http, body, request);
    },
    service,
  });
  return {
    ...authority,
    ...{ sales: service.sales, doubles: service.doubles },
    ...{ renewal, know: (key) => renewal.know(key) },
    issue: async (taxNumber, more = {}) => {
      const key = await issue(taxNumber, more);
      renewal.know(key);
      return key;
    },
  };
}
