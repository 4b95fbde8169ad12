/**
 * FinanzOnline's session and cash register services in small: the schemas, the
 * login, the rules and the receipt check of the real ones, all in memory. For
 * tests, and for developers without a FinanzOnline user.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock, type Clock } from '../../../../clock.ts';
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
export interface Emulator {
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
  /** Breaks off every connection until {@link up}. */
  down(): void;
  up(): void;
  /** Answers -2 to everything while true. */
  maintenance(on: boolean): void;
  /** Waits so many milliseconds before each answer. */
  slow(ms: number): void;
  /** Answers the next requests of a service with this and does nothing else. */
  fail(service: 'session' | 'rkdb', what: Forced, times?: number): void;
  /** Does what the next requests ask for, but breaks the connection off before the answer. */
  drop(times?: number): void;
  /** Lets requests wait, before anything is done, until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

const MAX_REQUEST_BYTES = 10_000_000;
const SESSION_MS = 30 * 60_000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { clock = systemClock, certificates = null, sessionMs = SESSION_MS, users, tls } = options;
  const service = new EmulatedService({ users, clock, certificates, sessionMs });
  const requests: EmulatedRequest[] = [];
  const open = new Set<Duplex>();
  let isDown = false;
  let drops = 0;
  let delayMs = 0;
  let gate: Promise<void> | null = null;

  const server = tls ? createHttpsServer({ key: tls.key, cert: tls.certificate }) : createHttpServer();
  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (isDown) socket.destroy();
  });
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // A client that has gone away is no failure of the emulator.
    handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
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
    await gate;
    const reply = service.answer(incoming, body, request);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (drops > 0) {
      drops -= 1;
      incoming.socket.destroy();
    } else {
      response.writeHead(reply.status, { 'content-type': 'text/xml' }).end(reply.text);
    }
    options.onRequest?.(request);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}${BASE_PATH}`,
    users: service.logins.users,
    units: service.registry.units,
    registers: service.registry.registers,
    databox: service.databox,
    requests,
    sessions: () => service.logins.open,
    expireSessions: () => service.logins.expire(),
    unlock: () => service.logins.unlock(),
    down: () => {
      isDown = true;
      for (const socket of open) socket.destroy();
    },
    up: () => {
      isDown = false;
    },
    maintenance: (on) => {
      service.maintenance = on;
    },
    slow: (ms) => {
      delayMs = ms;
    },
    fail: (which, what, times = 1) => service.fail(which, what, times),
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
