/**
 * eKasa of the Slovak authority in small, version 2 of the interface:
 * HTTPS, schemas, signatures, certificates and errors, and a memory. For tests, and for
 * POS developers without authentication data of the integration environment.
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
import { EmulatedService, type EmulatedRequest, type StoredPlace, type StoredReceipt } from './service.ts';

/** How to start an emulator. */
export type EmulatorOptions = AuthorityOptions<AuthorityKeys, EmulatedRequest>;

/** A running emulator. */
export interface Emulator extends EmulatedAuthority<EmulatedRequest, number> {
  /** Receipts with a UID, in order. */
  receipts: readonly StoredReceipt[];
  /** Where registers were told to be, in order. */
  places: readonly StoredPlace[];
  /** Receipts that came again with other data, in order. */
  doubles: EmulatedService['doubles'];
  /** A new key with a certificate for a register. @param code of the register: 888, DIČ and 4 digits */
  issue(code: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Signatures of all certificates that it has issued are taken, also of an earlier life. */
  know(): void;
}

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of an emulated eKasa. */
export function makeEkasaKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('SK', { ca: 'Emulated e-Kasa CA', signer: 'e-Kasa' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock } = options;
  const keys = options.keys ?? (await (processKeys ??= makeEkasaKeys()));
  const service = new EmulatedService({
    clock,
    ca: new X509Certificate(keys.ca.certificate),
    signer: signerOf(keys),
    forger: () => forgedSigner(keys),
  });
  const authority = await startAuthority<EmulatedRequest, number>(options, {
    ca: keys.ca.certificate,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    path: '/soap/services/v2',
    begun: (at) => ({ at, count: null, code: null, number: null, outcome: null }),
    take({ url, method, headers }, body, request) {
      const http = { url, method, type: headers['content-type'] };
      return () => service.answer(http, body, request);
    },
    service,
  });
  return {
    ...authority,
    ...{ receipts: service.receipts, places: service.places, doubles: service.doubles },
    issue: (code, more = {}) => {
      const subject = `VATSK-${code.slice(3, 13)} POKLADNICA ${code}`;
      return issueCompanyKey(keys, { subject, organization: 'Obchod', ...more }, clock.now());
    },
    know: () => undefined,
  };
}
