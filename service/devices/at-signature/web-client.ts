/**
 * Requests to signing services: HTTPS with verified certificates, kept
 * connections, bounded in size, no redirects. How long a call may take is the
 * caller's signal.
 */
import http from 'node:http';
import https from 'node:https';
import { isLoopback, networkErrorText } from '../../network.ts';
import { oneLine, UnitError, type Trace } from './contract.ts';

/** How to reach a service. */
export interface WebClientOptions {
  /** Address that paths are put behind. */
  base: string;
  /** PEM of the issuer to trust in place of those that Node brings. */
  ca?: string;
  /** Without TLS only this machine is asked; with `lan`, any host. */
  plain?: 'loopback' | 'lan';
  /** Takes a line per request (profile attribute `Sign_debug`). */
  trace?: Trace;
  /** Must appear neither in traces nor in errors. */
  secrets?: readonly string[];
}

/** A request. */
export interface WebRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Behind the base address, without a leading slash, encoded. */
  path: string;
  /** The path as traces show it, where it holds something secret. */
  shownPath?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** An answer, whatever its status. */
export interface WebAnswer {
  status: number;
  body: Buffer;
}

/** Longest answer that is read. A chain of certificates has about 6 kB. */
const MAX_ANSWER_BYTES = 256_000;

const MAX_CONNECTIONS = 8;
/** How much of a refusal's text is looked at, and shown. */
const MAX_READ_TEXT = 8000;
const MAX_SHOWN = 200;

/** Talks to one service. */
export class WebClient {
  private readonly base: URL;
  private readonly options: WebClientOptions;
  private readonly agent: http.Agent;

  /** @throws UnitError `broken` when the address may not be used */
  constructor(options: WebClientOptions) {
    this.base = usableAddress(options);
    this.options = options;
    const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.agent =
      this.base.protocol === 'https:'
        ? new https.Agent({
            ...settings,
            minVersion: 'TLSv1.2',
            // Said outright, because an environment variable can turn the default off.
            rejectUnauthorized: true,
            ...(options.ca !== undefined && { ca: options.ca }),
          })
        : new http.Agent(settings);
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws UnitError `unreachable`, `timeout` (the signal), `broken` (answer too long)
   */
  async request(request: WebRequest, signal: AbortSignal): Promise<WebAnswer> {
    const start = performance.now();
    const what = `${request.method} ${this.base.host}/${request.shownPath ?? request.path}`;
    const told = (result: string) =>
      this.options.trace?.(`${what}: ${result}, ${Math.round(performance.now() - start)} ms`);
    try {
      const answer = await this.exchange(request, signal, false);
      told(`${answer.status}, ${answer.body.length} bytes${this.refusal(answer)}`);
      return answer;
    } catch (error) {
      const failure = this.failure(error, signal);
      told(failure.message);
      throw failure;
    }
  }

  /** Text of the service behind a refusal, for people; empty when it has none that can be shown. */
  textOf({ body }: WebAnswer): string {
    const text = body.subarray(0, MAX_READ_TEXT).toString('utf8');
    // Web servers answer with whole pages. Secrets go before the cut, which could go through one.
    return /^\s*</.test(text) ? '' : oneLine(text, this.options.secrets).slice(0, MAX_SHOWN);
  }

  /** Ends all connections. */
  close(): void {
    this.agent.destroy();
  }

  private refusal(answer: WebAnswer): string {
    return answer.status >= 400 ? ` ${this.textOf(answer)}` : '';
  }

  private exchange(request: WebRequest, signal: AbortSignal, fresh: boolean): Promise<WebAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new UnitError('timeout', 'the time is up', 'noAnswer'));
        return;
      }
      const { method, path, headers = {}, body } = request;
      const send = this.base.protocol === 'https:' ? https.request : http.request;
      const call = send(new URL(path, this.base), {
        method,
        agent: this.agent,
        signal,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          // A second try must not meet another connection that the service has given up.
          ...(fresh && { connection: 'close' }),
        },
      });
      let answered = false;
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The service closed a kept connection at the same moment: nothing was done.
        if (!answered && !fresh && call.reusedSocket && error.code === 'ECONNRESET') {
          resolve(this.exchange(request, signal, true));
        } else reject(error);
      });
      call.on('response', (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) {
            reject(new UnitError('broken', `the answer is longer than ${MAX_ANSWER_BYTES} bytes`));
            call.destroy();
          } else chunks.push(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
        response.on('error', reject);
      });
      call.end(body);
    });
  }

  private failure(error: unknown, signal: AbortSignal): UnitError {
    if (error instanceof UnitError) return error;
    const { host } = this.base;
    if (signal.aborted) return new UnitError('timeout', `${host} did not answer in time`, 'noAnswer');
    const text = `no answer from ${host}: ${networkErrorText(error)}`;
    return new UnitError('unreachable', oneLine(text, this.options.secrets), 'noAnswer');
  }
}

/**
 * Reads an answer with a JSON object.
 * @throws UnitError `broken`
 */
export function jsonObject({ body }: WebAnswer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new UnitError('broken', 'the answer is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnitError('broken', 'the answer is no JSON object');
  }
  return value as Record<string, unknown>;
}

/** Bytes of a base64 text (either alphabet, padding optional); null when it is none. */
export function base64Bytes(text: unknown): Buffer | null {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}

function usableAddress({ base, plain = 'loopback' }: WebClientOptions): URL {
  const url = URL.parse(base.endsWith('/') ? base : `${base}/`);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UnitError('broken', `${JSON.stringify(base)} is no web address`, 'address');
  }
  if (url.protocol === 'http:' && plain === 'loopback' && !isLoopback(url.hostname)) {
    throw new UnitError('broken', `${url.host} must be asked over https`, 'address');
  }
  return url;
}
