/**
 * The tax authority's series web service in small: HTTPS with mutual TLS, the
 * login, the schema and the rules of the real one, series in memory. For tests,
 * and for developers who have no access to the authority's own test service.
 */
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock, type Clock } from '../../../../clock.ts';
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
export interface Simulator {
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
  /** Breaks off every connection until {@link up}. */
  down(): void;
  up(): void;
  /**
   * Answers the next requests with a code and does nothing else: 1 to 99 a refused
   * login, 400 to 599 an HTTP status without a message, from 2000 a result.
   */
  fail(code: number, times?: number): void;
  /** Does what the next requests ask for, but breaks the connection off before the answer. */
  drop(times?: number): void;
  /** Lets requests wait, before anything is done, until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

const MAX_REQUEST_BYTES = 1_000_000;

let processIdentity: Promise<Identity> | undefined;

/** Starts a simulator on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock = systemClock } = options;
  const identity = options.identity ?? (await (processIdentity ??= makeIdentity(systemClock.now())));
  const service = new SimulatedService(options.users, createPrivateKey(identity.authority.key), clock);
  const requests: SimulatedRequest[] = [];
  const open = new Set<Duplex>();
  let isDown = false;
  let drops = 0;
  let gate: Promise<void> | null = null;

  const server = createServer({
    key: identity.server.key,
    cert: identity.server.certificate,
    ca: identity.ca,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (isDown) socket.destroy();
  });
  server.on('request', (incoming, response) => {
    // A client that has gone away is no failure of the simulator.
    handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const request: SimulatedRequest = {
      at: clock.now(),
      operation: null,
      user: null,
      fields: {},
      code: null,
    };
    requests.push(request);
    await gate;
    const reply = service.answer(incoming, body, request);
    if (drops > 0) {
      drops -= 1;
      incoming.socket.destroy();
    } else {
      response.writeHead(reply.status, { 'content-type': 'text/xml; charset=utf-8' }).end(reply.text);
    }
    options.onRequest?.(request);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}${SERVICE_PATH}`,
    ca: identity.ca,
    clientCertificate: identity.client.certificate,
    clientKey: identity.client.key,
    authorityCertificate: identity.authority.certificate,
    series: service.registry.series,
    inactive: service.registry.inactive,
    requests,
    down: () => {
      isDown = true;
      for (const socket of open) socket.destroy();
    },
    up: () => {
      isDown = false;
    },
    fail: (code, times = 1) => service.fail(code, times),
    drop: (times = 1) => {
      drops = times;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** The whole body; null when it is too long. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  return size <= MAX_REQUEST_BYTES ? Buffer.concat(chunks) : null;
}
