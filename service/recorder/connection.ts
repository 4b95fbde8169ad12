/**
 * Requests to the portal (docs/recorder.md): verified TLS, no redirects, bounded in
 * time and size. The registers of a service share a few connections, which stay open.
 */
import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isLoopback, networkErrorText } from '../network.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { withoutLogins } from '../receipt/addresses.ts';

/** Longest answer that is read, in bytes: base data are far shorter. */
const MAX_ANSWER_BYTES = 1_000_000;
/** A batch may have to cross a slow line; a portal that says nothing for longer is as good as gone. */
const TIMEOUT_MS = 30_000;
/** Connections of all registers together. */
const MOST_CONNECTIONS = 4;

/** A request. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  /** Behind `/recorder/v1`. */
  path: string;
  /** Secret of the register; left out for the activation. */
  secret?: string;
  headers?: Readonly<Record<string, string>>;
  /** Bytes as they are, anything else as JSON. */
  body?: Buffer | object;
  /** What the log calls the path where it holds a secret. */
  shown?: string;
  /** So long is an answer waited for, where it is worth less than others. */
  timeoutMs?: number;
}

/** What came of a request. */
export type Answered =
  | { status: number; body: Tree; etag: string | null; retryAfterSeconds: number | null }
  /** No answer: whether the portal did something is not known. */
  | { unreachable: string };

/** What is written down of the traffic. */
export interface ConnectionLog {
  /** Called with one line for each request, without secrets. */
  note(line: string): void;
}

/** An address that cannot be a portal's; the message says what can. */
export class PortalAddressError extends Error {}

/**
 * An address as requests are made from it.
 * @throws PortalAddressError: outside of this machine nothing but TLS will do, since secrets are sent
 */
export function portalAddress(text: string): URL {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isPlain) || url.username !== '' || url.password !== '')
    throw new PortalAddressError(`the portal's address ${withoutLogins(text)} is not an https address`);
  return url;
}

/** The way to a portal. */
export class Connection {
  private readonly log: ConnectionLog;
  private readonly timeoutMs: number;
  private isClosed = false;
  private readonly plain = new PlainAgent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
  private readonly tls = new TlsAgent({
    keepAlive: true,
    maxSockets: MOST_CONNECTIONS,
    minVersion: 'TLSv1.2',
    // Said outright, because an environment variable can turn the default off.
    rejectUnauthorized: true,
  });

  constructor(log: ConnectionLog, timeoutMs = TIMEOUT_MS) {
    this.log = log;
    this.timeoutMs = timeoutMs;
  }

  /** Asks the portal at an address of {@link portalAddress}. Never rejects. */
  async ask(portal: URL, asked: Asked): Promise<Answered> {
    if (this.isClosed) return { unreachable: 'the service stops' };
    const begun = performance.now();
    let answered = await this.once(portal, asked);
    // A connection that was kept open may have ended just then; all requests may be repeated.
    if ('stale' in answered && !this.isClosed) answered = await this.once(portal, asked);
    const ms = Math.round(performance.now() - begun);
    const result = 'status' in answered ? String(answered.status) : reasonOf(answered);
    const size = Buffer.isBuffer(asked.body) ? ` ${asked.body.length} bytes` : '';
    this.log.note(`portal ${asked.method} ${asked.shown ?? asked.path}${size}: ${result}, ${ms} ms`);
    return 'status' in answered ? answered : { unreachable: reasonOf(answered) };
  }

  /** Ends the connections, and with them what is under way. */
  close(): void {
    this.isClosed = true;
    this.plain.destroy();
    this.tls.destroy();
  }

  private once(portal: URL, asked: Asked): Promise<Answered | { stale: string }> {
    const { method, path, secret, headers, body, timeoutMs = this.timeoutMs } = asked;
    const isBytes = Buffer.isBuffer(body);
    const bytes = body === undefined ? undefined : isBytes ? body : Buffer.from(JSON.stringify(body));
    const base = portal.pathname.endsWith('/') ? portal.pathname.slice(0, -1) : portal.pathname;
    const url = new URL(`${base}/recorder/v1${path}`, portal);
    return new Promise((resolve) => {
      const options = {
        method,
        headers: {
          accept: 'application/json',
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          ...(bytes && {
            'content-type': isBytes ? 'text/plain; charset=utf-8' : 'application/json',
            'content-length': bytes.length,
          }),
          ...headers,
        },
      };
      const call =
        url.protocol === 'http:'
          ? plainRequest(url, { ...options, agent: this.plain })
          : tlsRequest(url, { ...options, agent: this.tls });
      const finish = (answered: Answered | { stale: string }) => {
        clearTimeout(timer);
        resolve(answered);
      };
      const fail = (why: string) => {
        finish({ unreachable: why });
        call.destroy();
      };
      const timer = setTimeout(() => fail(`the portal did not answer within ${timeoutMs} ms`), timeoutMs);
      call.on('error', (error: NodeJS.ErrnoException) => {
        const why = `no answer from ${url.host}: ${networkErrorText(error)}`;
        const isStale = call.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        finish(isStale ? { stale: why } : { unreachable: why });
      });
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) fail(`the portal's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
          else chunks.push(chunk);
        });
        response.on('error', (error) =>
          fail(`the answer of ${url.host} broke off: ${networkErrorText(error)}`),
        );
        response.on('end', () => finish(answerOf(response, Buffer.concat(chunks))));
      });
      call.end(bytes);
    });
  }
}

/** What stands between may answer with pages of its own: without a JSON object nobody has heard the portal. */
function answerOf(response: IncomingMessage, bytes: Buffer): Answered {
  const status = response.statusCode ?? 0;
  const { etag, 'retry-after': retryAfter } = response.headers;
  const body = status === 304 ? {} : parse(bytes);
  if (body === null) return { unreachable: `what answered (${status}) is not the portal` };
  return {
    status,
    body,
    etag: etag === undefined ? null : etag.replace(/^W\//, '').replaceAll('"', ''),
    retryAfterSeconds: /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null,
  };
}

function parse(bytes: Buffer): Tree | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isTree(value) ? value : null;
  } catch {
    return null;
  }
}

function reasonOf(answered: { unreachable: string } | { stale: string }): string {
  return 'stale' in answered ? answered.stale : answered.unreachable;
}
