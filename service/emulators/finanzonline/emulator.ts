/**
 * FinanzOnline's session and cash register services in small: the schemas, the
 * login, the rules and the receipt check of the real ones, all in memory. For
 * tests, and for developers without a FinanzOnline user.
 */
import { systemClock, type Clock } from '../../clock.ts';
import { startServer, type Faults } from '../server.ts';
import type { DirectoryEntry } from './certificates.ts';
import type { EmulatedUser } from './logins.ts';
import type { StoredRegister, StoredUnit } from './registry.ts';
import {
  BASE_PATH,
  EmulatedService,
  type DataboxEntry,
  type EmulatedRequest,
  type Forced,
} from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  users: readonly EmulatedUser[];
  /** Certificates of the providers; without them every serial number is good, and signatures are checked of units only that were registered with their certificate. */
  certificates?: readonly DirectoryEntry[];
  /** Life of a session in milliseconds; half an hour. */
  sessionMs?: number;
  /** Time for sessions and status. */
  clock?: Clock;
  /** Speaks HTTPS with this key and certificate (PEM) in place of HTTP. */
  tls?: { key: string; certificate: string };
  /** Called with every answered request. */
  onRequest?(request: EmulatedRequest): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the web services; `/session` and `/rkdb` follow. */
  url: string;
  /** May be changed. */
  users: EmulatedUser[];
  /** All units, in order of registration; may be changed. */
  units: StoredUnit[];
  /** All registers, in order of registration; may be changed. */
  registers: StoredRegister[];
  /** Results of asynchronous packets. */
  databox: DataboxEntry[];
  /** All requests, oldest first. */
  requests: EmulatedRequest[];
  /** Number of open sessions. */
  sessions(): number;
  /** Ends all sessions: the next request gets -1. */
  expireSessions(): void;
  /** Forgets wrong PINs. */
  unlock(): void;
  /** Answers -2 to everything while true. */
  maintenance(on: boolean): void;
  /** Answers the next requests of a service with this and does nothing else. */
  fail(service: 'session' | 'rkdb', what: Forced, times?: number): void;
}

const MAX_REQUEST_BYTES = 10_000_000;
const SESSION_MS = 30 * 60_000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { clock = systemClock, certificates = null, sessionMs = SESSION_MS, users, tls } = options;
  const service = new EmulatedService({ users, clock, certificates, sessionMs });
  const requests: EmulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    tls: tls && { key: tls.key, cert: tls.certificate },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: EmulatedRequest = {
        at: clock.now(),
        kind: null,
        participant: null,
        packet: null,
        mode: null,
        entries: 0,
        code: null,
      };
      requests.push(request);
      return {
        answer: () => {
          const { status, text } = service.answer(incoming, body, request);
          return { status, type: 'text/xml', body: text };
        },
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: `${server.origin}${BASE_PATH}`,
    users: service.logins.users,
    units: service.registry.units,
    registers: service.registry.registers,
    databox: service.databox,
    requests,
    sessions: () => service.logins.open,
    expireSessions: () => service.logins.expire(),
    unlock: () => service.logins.unlock(),
    maintenance: (on) => {
      service.maintenance = on;
    },
    fail: (which, what, times = 1) => service.fail(which, what, times),
  };
}
