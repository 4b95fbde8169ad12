/**
 * The service of Slovenia's tax administration (FURS) in small: HTTPS with
 * certificates on both sides, its schema, signatures and errors, and a memory. For
 * tests, and for POS developers without a test certificate.
 */
import type { KeyObject } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
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
import { EmulatedService, type EmulatedRequest, type StoredInvoice } from './service.ts';

/** How to start an emulator. */
export type EmulatorOptions = AuthorityOptions<AuthorityKeys, EmulatedRequest>;

/** A running emulator. */
export interface Emulator extends EmulatedAuthority<EmulatedRequest, string> {
  /** Receipts with an EOR, in order. */
  invoices: readonly StoredInvoice[];
  /** Numbers that came again with other content, in order. */
  doubles: EmulatedService['doubles'];
  /** Registered premises, by `tax number/designation`. */
  premises: EmulatedService['premises'];
  /** A new key with a certificate for a company. */
  issue(taxNumber: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Knows a key that it has issued in an earlier life. */
  know(key: KeyWithCertificate): void;
}

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of an emulated FURS. */
export function makeFursKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('SI', { ca: 'Emulated Tax CA', signer: 'Emulated DavPotRac' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock } = options;
  const keys = options.keys ?? (await (processKeys ??= makeFursKeys()));
  const known = new Map<string, KeyObject>();
  const service = new EmulatedService({
    clock,
    signer: signerOf(keys),
    forger: () => forgedSigner(keys),
    keyOf: ({ fingerprint256 }) => known.get(fingerprint256) ?? null,
  });
  const know = ({ key, certificate }: KeyWithCertificate) => {
    known.set(certificate.fingerprint256, key);
  };
  const authority = await startAuthority<EmulatedRequest, string>(options, {
    ca: keys.ca.certificate,
    tls: {
      ...{ key: keys.server.key, cert: keys.server.certificate },
      ...{ ca: keys.ca.certificate, requestCert: true, rejectUnauthorized: true },
    },
    begun: (at) => ({ at, operation: null, taxNumber: null, number: null, outcome: null }),
    take({ url, method, headers, socket }, body, request) {
      const http = { url, method, type: headers['content-type'] };
      // Connections that are cut meanwhile have no certificate any more.
      const client = (socket as TLSSocket).getPeerX509Certificate();
      return () =>
        client ? service.answer(http, client, body, request) : { status: 403, type: 'text/plain', body: '' };
    },
    service,
  });
  return {
    ...authority,
    ...{ invoices: service.invoices, doubles: service.doubles, premises: service.premises },
    issue: async (taxNumber, more = {}) => {
      const name = { subject: 'TESTNO PODJETJE', organization: `Trgovina ${taxNumber}`, ...more };
      const issued = await issueCompanyKey(keys, name, clock.now());
      know(issued);
      return issued;
    },
    know,
  };
}
