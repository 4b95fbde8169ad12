/** What the emulated web services have in common: HTTPS on this machine, a record of requests, and faults. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startServer, type Faults, type Reply } from '../server.ts';
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

/** A request that was answered. */
export interface SeenRequest {
  /** Method and path. */
  line: string;
  status: number;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address to give to a unit. */
  url: string;
  /** Issuer of the server's certificate, PEM. */
  ca: string;
  /** Keys of the emulated provider. */
  keys: EmulatedKeys;
  /** All answered requests, oldest first. */
  requests: SeenRequest[];
  fault: Fault | null;
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
  answer: (request: ServiceRequest, fault: Fault | null) => Reply,
): Promise<Emulator> {
  const requests: SeenRequest[] = [];
  const server = await startServer({
    port,
    tls: { key: keys.server.key, cert: keys.server.certificate },
    longestBody: MAX_REQUEST_BYTES,
    take: ({ method = '', url = '', headers }, body) => {
      const seen = { line: `${method} ${url}`, status: 0 };
      const reply = () => {
        const { fault } = emulator;
        if (typeof fault === 'number')
          return { status: fault, type: 'text/html', body: '<html>unspecified error</html>' };
        if (fault === 'echo') {
          const text = `${body?.toString()} ${JSON.stringify(headers)}`;
          return { status: 400, type: 'text/plain', body: text };
        }
        const path = pathBelow(base, url);
        if (!path || !body) return refuse(path ? 413 : 404);
        return answer({ method, path, headers, body }, fault);
      };
      return {
        answer: () => {
          const given = reply();
          seen.status = given.status;
          requests.push(seen);
          return given;
        },
        answered: () => onRequest?.(seen),
      };
    },
    write: (response, reply) => writeWith(emulator.fault, response, reply),
  });
  const emulator: Emulator = {
    ...server,
    url: `${server.origin}${base}`,
    ca: keys.ca.certificate,
    ...{ keys, requests, fault: null },
  };
  return emulator;
}

function writeWith(fault: Fault | null, response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type });
  if (fault === 'endless') {
    for (let sent = 0; sent < 100 && !response.destroyed; sent += 1)
      response.write(Buffer.alloc(10_000, ' '));
  }
  const whole = Buffer.from(body as string);
  response.end(fault === 'cut-off' ? whole.subarray(0, whole.length / 2) : whole);
}

/** An answer with a JSON object. */
export function json(status: number, object: object): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(object) };
}

/** A refusal without a body. */
export function refuse(status: number): Reply {
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
