/**
 * The services of TicketBAI in Araba, Bizkaia (LROE) and Gipuzkoa in small: HTTPS with client
 * certificates, schemas, signatures, chains and errors, and a memory for each province. For tests, and
 * for POS developers without a certificate for the test systems.
 */
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { systemClock, type Clock } from '../../clock.ts';
import {
  issueCompanyKey,
  makeAuthorityKeys,
  type AuthorityKeys,
  type CompanyName,
  type IssuedKey,
} from '../authority-keys.ts';
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedService, type EmulatedRequest } from './service.ts';

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
  /** Address of the services, without a path. */
  url: string;
  /** Issuer of all its certificates, PEM. */
  ca: string;
  /** What each province knows. */
  books: EmulatedService['books'];
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a company. */
  issue(nif: string, more?: Partial<CompanyName>): Promise<IssuedKey>;
  /** Signatures of all certificates that it has issued are taken, also of an earlier life. */
  know(): void;
  /** Refuses the first file of the next requests so, and does nothing else. */
  fail(what: Forced<string>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can read it. */
  spoil(how?: Spoil, times?: number): void;
  /** Forgets files and requests. */
  forget(): void;
}

const MAX_REQUEST_BYTES = 20_000_000;

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of emulated treasuries. */
export function makeTicketBaiKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('ES', { ca: 'Emulated Izenpe', signer: 'Emulated treasury' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock } = options;
  const keys = options.keys ?? (await (processKeys ??= makeTicketBaiKeys()));
  const service = new EmulatedService({ clock, ca: new X509Certificate(keys.ca.certificate) });
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
        ...{ at: clock.now(), province: null, kind: null, count: 0, key: null, outcome: null },
      };
      requests.push(request);
      // Connections that are cut meanwhile have no certificate any more.
      const client = (incoming.socket as TLSSocket).getPeerX509Certificate();
      const { url, method, headers } = incoming;
      return {
        answer: () =>
          client
            ? service.answer({ url, method, headers }, client, body, request)
            : { status: 403, type: 'text/plain', body: '' },
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: server.origin,
    ca: keys.ca.certificate,
    books: service.books,
    requests,
    issue: (nif, more = {}) =>
      issueCompanyKey(keys, { subject: `Empresa ${nif}`, organization: 'Denda', ...more }, clock.now()),
    know: () => undefined,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how = 'unreadable', times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}
