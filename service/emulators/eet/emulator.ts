/**
 * The Czech authority's service for records of sales (EET) in small, versions 3 and 4:
 * HTTPS, schemas, signatures, certificates and errors, and a memory. For tests, and for
 * POS developers without a certificate of the playground.
 */
import { X509Certificate } from 'node:crypto';
import { systemClock, type Clock } from '../../clock.ts';
import {
  forgedSigner,
  issueCompanyKey,
  makeAuthorityKeys,
  signerOf,
  type AuthorityKeys,
  type CompanyName,
  type IssuedKey,
} from '../authority-keys.ts';
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedService, type EmulatedRequest, type StoredSale } from './service.ts';

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
  /** Sales with a code, in order. */
  sales: readonly StoredSale[];
  /** Sales that came again with other data, in order. */
  doubles: EmulatedService['doubles'];
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a company. @param taxNumber `CZ` and digits */
  issue(taxNumber: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Signatures of all certificates that it has issued are taken, also of an earlier life. */
  know(): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<number>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can trust it. */
  spoil(how: Spoil, times?: number): void;
  /** Forgets sales, message ids and requests. */
  forget(): void;
}

const MAX_REQUEST_BYTES = 1_000_000;

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
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    background: options.background,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        ...{ at: clock.now(), version: null, taxNumber: null, number: null, outcome: null },
      };
      requests.push(request);
      const { url, method, headers } = incoming;
      const http = { url, method, type: headers['content-type'], action: String(headers.soapaction ?? '') };
      return {
        answer: () => service.answer(http, body, request),
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: server.origin,
    ca: keys.ca.certificate,
    sales: service.sales,
    doubles: service.doubles,
    requests,
    issue: (taxNumber, more = {}) =>
      issueCompanyKey(keys, { subject: taxNumber, organization: 'Obchod', ...more }, clock.now()),
    know: () => undefined,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}
