/**
 * The tax authority's series web service in small: HTTPS with mutual TLS, the
 * login, the schema and the rules of the real one, series in memory. For tests,
 * and for developers who have no access to the authority's own test service.
 */
import { createPrivateKey } from 'node:crypto';
import { systemClock, type Clock } from '../../clock.ts';
import { startServer, type Faults } from '../server.ts';
import { makeIdentity, type Identity } from './identity.ts';
import type { StoredSeries } from './registry.ts';
import { SERVICE_PATH, SimulatedService, type SimulatedRequest } from './service.ts';

/** How to start a simulator. */
export interface SimulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Passwords by sub-user, `<NIF>/<number>`. */
  users: Readonly<Record<string, string>>;
  /** Time for logins, days and status; TLS goes by the clock of the machine. */
  clock?: Clock;
  /** Keys and certificates; those of the process when left out. */
  identity?: Identity;
  /** Called with every answered request. */
  onRequest?(request: SimulatedRequest): void;
}

/** A running simulator. */
export interface Simulator extends Faults {
  url: string;
  /** Issuer of the server's certificate, PEM. */
  ca: string;
  /** PEM. */
  clientCertificate: string;
  clientKey: string;
  authorityCertificate: string;
  /** All series, in order of registration; may be changed. */
  series: StoredSeries[];
  /** All requests, oldest first. */
  requests: SimulatedRequest[];
  /** NIFs without open activity (4043). */
  inactive: Set<string>;
  /**
   * Answers the next requests with a code and does nothing else: 1 to 99 a refused
   * login, 400 to 599 an HTTP status without a message, from 2000 a result.
   */
  fail(code: number, times?: number): void;
}

const MAX_REQUEST_BYTES = 1_000_000;

let processIdentity: Promise<Identity> | undefined;

/** Starts a simulator on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock = systemClock } = options;
  const identity = options.identity ?? (await (processIdentity ??= makeIdentity(systemClock.now())));
  const service = new SimulatedService(options.users, createPrivateKey(identity.authority.key), clock);
  const requests: SimulatedRequest[] = [];
  const server = await startServer({
    port: options.port,
    tls: {
      key: identity.server.key,
      cert: identity.server.certificate,
      ca: identity.ca,
      requestCert: true,
      rejectUnauthorized: true,
    },
    longestBody: MAX_REQUEST_BYTES,
    take: (incoming, body) => {
      const request: SimulatedRequest = {
        at: clock.now(),
        operation: null,
        user: null,
        fields: {},
        code: null,
      };
      requests.push(request);
      return {
        answer: () => {
          const { status, text } = service.answer(incoming, body, request);
          return { status, type: 'text/xml; charset=utf-8', body: text };
        },
        answered: () => options.onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    url: `${server.origin}${SERVICE_PATH}`,
    ca: identity.ca,
    clientCertificate: identity.client.certificate,
    clientKey: identity.client.key,
    authorityCertificate: identity.authority.certificate,
    series: service.registry.series,
    inactive: service.registry.inactive,
    requests,
    fail: (code, times = 1) => service.fail(code, times),
  };
}
