/**
 * eKasa of the Slovak authority in small, version 2 of the interface:
 * HTTPS, schemas, signatures, certificates and errors, and a memory. For tests, and for
 * POS developers without authentication data of the integration environment.
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
import { EmulatedService, type EmulatedRequest, type StoredPlace, type StoredReceipt } from './service.ts';

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
  /** Receipts with a UID, in order. */
  receipts: readonly StoredReceipt[];
  /** Where registers were told to be, in order. */
  places: readonly StoredPlace[];
  /** Receipts that came again with other data, in order. */
  doubles: EmulatedService['doubles'];
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a register. @param code of the register: 888, DIČ and 4 digits */
  issue(code: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Signatures of all certificates that it has issued are taken, also of an earlier life. */
  know(): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<number>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can trust it. */
  spoil(how: Spoil, times?: number): void;
  /** Forgets receipts, places, message ids and requests. */
  forget(): void;
}

const MAX_REQUEST_BYTES = 1_000_000;

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
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    background: options.background,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        ...{ at: clock.now(), count: null, code: null, number: null, outcome: null },
      };
      requests.push(request);
      const { url, method, headers } = incoming;
      const http = { url, method, type: headers['content-type'] };
      return {
        answer: () => service.answer(http, body, request),
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: `${server.origin}/soap/services/v2`,
    ca: keys.ca.certificate,
    receipts: service.receipts,
    places: service.places,
    doubles: service.doubles,
    requests,
    issue: (code, more = {}) => {
      const subject = `VATSK-${code.slice(3, 13)} POKLADNICA ${code}`;
      return issueCompanyKey(keys, { subject, organization: 'Obchod', ...more }, clock.now());
    },
    know: () => undefined,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}
