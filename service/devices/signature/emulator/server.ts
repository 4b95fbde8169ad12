/** What the emulated web services have in common: HTTPS on this machine, a record of requests, and faults. */
import { createServer } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EmulatedKeys } from './keys.ts';

/**
 * What goes wrong with every request until it is taken back: an HTTP status; an
 * answer that is cut off; a signature over something else or in DER; the
 * certificate of another key; the signature of another text; an endless answer; a
 * refusal that repeats the whole request.
 */
export type Fault =
  number | 'cut-off' | 'wrong-signature' | 'der' | 'wrong-certificate' | 'other-payload' | 'endless' | 'echo';

/** A request as a service sees it. */
export interface ServiceRequest {
  method: string;
  /** Decoded parts of the path behind the service's own. */
  path: string[];
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Its answer. */
export interface ServiceAnswer {
  status: number;
  type: string;
  body: string | Buffer;
}

/** A request that was answered. */
export interface SeenRequest {
  /** Method and path. */
  line: string;
  status: number;
}

/** A running emulator. */
export interface Emulator {
  /** Address to give to a unit. */
  url: string;
  /** Issuer of the server's certificate, PEM. */
  ca: string;
  /** Keys of the emulated provider. */
  keys: EmulatedKeys;
  /** All answered requests, oldest first. */
  requests: SeenRequest[];
  fault: Fault | null;
  /** Breaks off every connection until {@link up}. */
  down(): void;
  up(): void;
  /** Lets requests wait until the returned function is called. */
  hold(): () => void;
  /** Closes connections that are kept for later requests. */
  dropIdle(): void;
  stop(): Promise<void>;
}

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  keys: EmulatedKeys;
  /** Called with every answered request. */
  onRequest?: (request: SeenRequest) => void;
}

const MAX_REQUEST_BYTES = 100_000;

/**
 * Starts an emulator on 127.0.0.1.
 * @param base path of the service, e.g. `/rs/`
 * @param answer the service; sees the faults that it must make itself
 */
export async function startEmulator(
  { port = 0, keys, onRequest }: EmulatorOptions,
  base: string,
  answer: (request: ServiceRequest, fault: Fault | null) => ServiceAnswer,
): Promise<Emulator> {
  const open = new Set<Duplex>();
  let isDown = false;
  let gate: Promise<void> | null = null;
  const server = createServer({ key: keys.server.key, cert: keys.server.certificate, minVersion: 'TLSv1.2' });
  // Tests close connections themselves.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (isDown) socket.destroy();
  });
  server.on('request', (incoming, response) => {
    // A client that has gone away is no failure of the emulator.
    handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    await gate;
    const path = pathBelow(base, incoming.url ?? '');
    const { method = '', headers } = incoming;
    const reply =
      typeof emulator.fault === 'number'
        ? { status: emulator.fault, type: 'text/html', body: '<html>unspecified error</html>' }
        : emulator.fault === 'echo'
          ? { status: 400, type: 'text/plain', body: `${body?.toString()} ${JSON.stringify(headers)}` }
          : !path || !body
            ? { status: path ? 413 : 404, type: 'text/plain', body: '' }
            : answer({ method, path, headers, body }, emulator.fault);
    const seen = { line: `${method} ${incoming.url}`, status: reply.status };
    emulator.requests.push(seen);
    response.writeHead(reply.status, { 'content-type': reply.type });
    if (emulator.fault === 'endless') {
      for (let sent = 0; sent < 100 && !response.destroyed; sent += 1)
        response.write(Buffer.alloc(10_000, ' '));
    }
    const whole = Buffer.from(reply.body as string);
    response.end(emulator.fault === 'cut-off' ? whole.subarray(0, whole.length / 2) : whole);
    onRequest?.(seen);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  const emulator: Emulator = {
    url: `https://localhost:${(server.address() as AddressInfo).port}${base}`,
    ca: keys.ca.certificate,
    keys,
    requests: [],
    fault: null,
    down: () => {
      isDown = true;
      drop();
    },
    up: () => {
      isDown = false;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
    dropIdle: drop,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
  };
  return emulator;
}

/** An answer with a JSON object. */
export function json(status: number, object: object): ServiceAnswer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(object) };
}

/** A refusal without a body. */
export function refuse(status: number): ServiceAnswer {
  return { status, type: 'text/plain', body: '' };
}

/** Media type of a request, in lower case. */
export function mediaType({ headers }: ServiceRequest): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

function pathBelow(base: string, url: string): string[] | null {
  const { pathname } = new URL(url, 'https://localhost');
  if (!pathname.startsWith(base)) return null;
  return pathname.slice(base.length).split('/').map(decodeURIComponent);
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
