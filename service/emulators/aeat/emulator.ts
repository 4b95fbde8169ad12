/**
 * The VERI*FACTU service of the Spanish tax agency (AEAT) in small: mutual TLS, schema, rules,
 * chains, duplicates, corrections, flow control, and a memory. For tests, and for POS
 * developers without a certificate for the test portal.
 */
import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { systemClock, type Clock } from '../../clock.ts';
import { issueCompanyKey, makeAuthorityKeys, type AuthorityKeys, type IssuedKey } from '../authority-keys.ts';
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedService, type EmulatedRequest } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Time for records; TLS goes by the clock of the machine. */
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
  /** What it knows. */
  service: Pick<EmulatedService, 'documents' | 'taken' | 'wait' | 'refusing'>;
  /** All requests, oldest first; may be changed. */
  requests: EmulatedRequest[];
  /** A new key with a certificate for a company. @param nif of the company */
  issue(nif: string): Promise<IssuedKey>;
  /** Certificates that it has issued are taken, also of an earlier life. */
  know(): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<number>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can read it. */
  spoil(how: Spoil, times?: number): void;
  /** Forgets documents and requests. */
  forget(): void;
}

const PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';
const MAX_REQUEST_BYTES = 10_000_000;

let processKeys: Promise<AuthorityKeys> | undefined;

/** Makes the keys of an emulated AEAT. */
export function makeAeatKeys(): Promise<AuthorityKeys> {
  return makeAuthorityKeys('ES', { ca: 'Emulated FNMT CA', signer: 'AEAT' });
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock } = options;
  const keys = options.keys ?? (await (processKeys ??= makeAeatKeys()));
  const service = new EmulatedService(clock);
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    background: options.background,
    tls: {
      ...{ key: keys.server.key, cert: keys.server.certificate },
      ...{ ca: keys.ca.certificate, requestCert: true, rejectUnauthorized: false },
    },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        ...{ at: clock.now(), records: 0, incident: false, early: false, outcome: null },
      };
      requests.push(request);
      const { url, method, headers } = incoming;
      const http = { url, method, type: headers['content-type'] };
      const client = clientOf(incoming.socket as TLSSocket);
      return {
        answer: () => service.answer(http, body, client, request),
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: `${server.origin}${PATH}`,
    ca: keys.ca.certificate,
    ...{ service, requests },
    issue: (nif) => issueCompanyKey(keys, { subject: `IDCES-${nif}`, organization: 'Comercio' }, clock.now()),
    know: () => undefined,
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}

/** The certificate that TLS was shown, where this authority has issued it. */
function clientOf(socket: TLSSocket): X509Certificate | null {
  const shown = socket.authorized ? socket.getPeerX509Certificate() : undefined;
  return shown ?? null;
}
