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
} from '../authority-keys.ts';
import { EmulatedService, type EmulatedRequest, type StoredSale } from './service.ts';

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
  /** Signatures of all certificates that it has issued are taken, also of an earlier life. */
  know(): void;
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
  const authority = await startAuthority<EmulatedRequest, number>(options, {
    ca: keys.ca.certificate,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    begun: (at) => ({ at, version: null, taxNumber: null, number: null, outcome: null }),
    take({ url, method, headers }, body, request) {
      const http = { url, method, type: headers['content-type'], action: String(headers.soapaction ?? '') };
      return () => service.answer(http, body, request);
    },
    service,
  });
  return {
    ...authority,
    ...{ sales: service.sales, doubles: service.doubles },
    issue: (taxNumber, more = {}) =>
      issueCompanyKey(keys, { subject: taxNumber, organization: 'Obchod', ...more }, clock.now()),
    know: () => undefined,
  };
}
