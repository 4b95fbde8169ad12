/**
 * Requests of drivers to services with a REST interface: verified TLS (without it this
 * machine only), no redirects, bounded in time and size. Nothing rejects.
 */
import http from 'node:http';
import https from 'node:https';
import { isLoopback, networkErrorText } from '../../network.ts';
import { TseBroken, type TseFailure } from './contract.ts';

/** A request. */
export interface WebRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Ends the request. */
  signal: AbortSignal;
  /** Issuers to trust in place of those that Node brings, PEM. */
  ca?: string | undefined;
}

/** An answer, or why there is none. `asked`: the service may have done what it was asked. */
export type WebAnswer =
  { status: number; retryAfterMs: number | null; body: Buffer } | { failure: TseFailure; asked: boolean };

/** A stream in place of the body. */
export type WebStream =
  { status: number; content: AsyncIterable<Buffer> } | { failure: TseFailure; asked: boolean };

const MAX_ANSWER_BYTES = 1_000_000;
/** A download may take long, and must go on. */
const IDLE_MS = 60_000;
const LONGEST_RETRY_S = 3600;

/** Sends a request and reads the whole answer. */
export async function ask(request: WebRequest): Promise<WebAnswer> {
  const opened = await send(request);
  if ('failure' in opened) return opened;
  const { response } = opened;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES)
        return broken('unreadable', `the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    return broken('no-answer', lostText(request, error));
  }
  const seconds = Number(/^\d{1,6}$/.exec(String(response.headers['retry-after'] ?? ''))?.[0] ?? Number.NaN);
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: Number.isNaN(seconds) ? null : Math.min(seconds, LONGEST_RETRY_S) * 1000,
    body: Buffer.concat(chunks),
  };
}

/** Sends a request and gives the body as it comes; it rejects with {@link TseBroken}. */
export async function download(request: WebRequest): Promise<WebStream> {
  const opened = await send(request);
  if ('failure' in opened) return opened;
  const { response } = opened;
  response.setTimeout(IDLE_MS, () => response.destroy(new Error('nothing comes any more')));
  async function* content(): AsyncGenerator<Buffer> {
    try {
      yield* response as AsyncIterable<Buffer>;
    } catch (error) {
      throw new TseBroken({ trouble: 'no-answer', text: lostText(request, error) });
    }
  }
  return { status: response.statusCode ?? 0, content: content() };
}

type Opened = { response: http.IncomingMessage } | { failure: TseFailure; asked: boolean };

function send(request: WebRequest): Promise<Opened> {
  const url = URL.parse(request.url);
  const plain = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || (url.protocol !== 'https:' && !plain)) {
    const failure: TseFailure = {
      trouble: 'refused',
      text: 'the address of the service is no https address',
    };
    return Promise.resolve({ failure, asked: false });
  }
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const options = {
    method: request.method,
    // A connection of its own: one that was kept may be gone, and nobody would know what was done.
    agent: false,
    signal: request.signal,
    headers: {
      accept: 'application/json',
      ...request.headers,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
  };
  const secured = {
    ...{ minVersion: 'TLSv1.2' as const, rejectUnauthorized: true },
    ...(request.ca !== undefined && { ca: request.ca }),
  };
  return new Promise((resolve) => {
    let asked = false;
    const call = plain ? http.request(url, options) : https.request(url, { ...options, ...secured });
    call.on('socket', (socket) => {
      // From here on a byte of the request may have reached the service.
      socket.once(plain ? 'connect' : 'secureConnect', () => {
        asked = true;
      });
    });
    call.on('error', (error) => {
      const trouble = asked ? 'no-answer' : 'unreachable';
      resolve({ failure: { trouble, text: lostText(request, error) }, asked });
    });
    call.on('response', (response) => resolve({ response }));
    call.end(body);
  });
}

function lostText({ signal, url }: WebRequest, error: unknown): string {
  const host = URL.parse(url)?.host ?? '';
  return signal.aborted
    ? `${host} did not answer in time`
    : `no answer from ${host}: ${networkErrorText(error)}`;
}

function broken(trouble: TseFailure['trouble'], text: string): WebAnswer {
  return { failure: { trouble, text }, asked: true };
}

/** The JSON object of a body; null when it is none. */
export function objectOf(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const LONGEST_TEXT = 200;

/** A foreign text for logs and pages: one line, short, nothing that a terminal obeys. */
export function shownText(text: unknown): string {
  return typeof text === 'string'
    ? text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_TEXT)
    : '';
}
