/**
 * The service of Slovenia's tax administration (FURS) in small: HTTPS with
 * certificates on both sides, its schema, signatures and errors, and a memory. For
 * tests, and for POS developers without a test certificate.
 */
import type { KeyObject } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { systemClock, type Clock } from '../../clock.ts';
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
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedService, type EmulatedRequest, type StoredInvoice } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Time for messages; TLS goes by the clock of the machine. */
  clock?: Clock;
  /** Keys and certificates; those of the process when left out. */
  keys?: AuthorityKeys;
  /** Called with every answered request. */
  onRequest?(request: EmulatedRequest): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the service. */
  url: string;
  /** Issuer of all its certificates, PEM. */
  ca: string;
  /** Receipts with an EOR, in order. */
  invoices: readonly StoredInvoice[];
  /** Numbers that came again with other content, in order. */
  doubles: EmulatedService['doubles'];
  /** Registered premises, by `tax number/designation`. */
  premises: EmulatedService['premises'];
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a company. */
  issue(taxNumber: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Knows a key that it has issued in an earlier life. */
  know(key: KeyWithCertificate): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<string>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can trust it. */
  spoil(how: Spoil, times?: number): void;
  /** Forgets receipts, message ids and requests. */
  forget(): void;
}

const MAX_REQUEST_BYTES = 1_000_000;

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
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    background: options.background,
    tls: {
      ...{ key: keys.server.key, cert: keys.server.certificate },
      ...{ ca: keys.ca.certificate, requestCert: true, rejectUnauthorized: true },
    },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        ...{ at: clock.now(), operation: null, taxNumber: null, number: null, outcome: null },
      };
      requests.push(request);
      // Connections that are cut meanwhile have no certificate any more.
      const client = (incoming.socket as TLSSocket).getPeerX509Certificate();
      const { url, method, headers } = incoming;
      return {
        answer: () =>
          client
            ? service.answer({ url, method, type: headers['content-type'] }, client, body, request)
            : { status: 403, type: 'text/plain', body: '' },
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: server.origin,
    ca: keys.ca.certificate,
    invoices: service.invoices,
    doubles: service.doubles,
    premises: service.premises,
    requests,
    issue: async (taxNumber, more = {}) => {
      const name = { subject: 'TESTNO PODJETJE', organization: `Trgovina ${taxNumber}`, ...more };
      const issued = await issueCompanyKey(keys, name, clock.now());
      know(issued);
      return issued;
    },
    know,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}
