/** Requests to services with a REST interface: JSON, verified TLS (without it this machine only). */
import type http from 'node:http';
import { isLoopback } from '../../network.ts';
import * as web from '../ports/web.ts';
import { TseBroken, type TseFailure } from './contract.ts';

/** A request. */
export interface WebRequest {
  method: web.WebRequest['method'];
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Ends the request. */
  signal: AbortSignal;
  /** Without TLS only this machine is asked; with `lan`, any host. */
  plain?: 'lan';
  /** Issuers to trust in place of those that Node brings, PEM. */
  ca?: string | undefined;
}

/** No answer. `asked`: the service may have done what it was asked. */
type Unanswered = { failure: TseFailure; asked: boolean };

/** An answer, or why there is none. */
export type WebAnswer = { status: number; retryAfterMs: number | null; body: Buffer } | Unanswered;

/** A stream in place of the body. */
export type WebStream = { status: number; content: AsyncIterable<Buffer> } | Unanswered;

const MAX_ANSWER_BYTES = 1_000_000;
/** A download may take long, and must go on. */
const IDLE_MS = 60_000;
const LONGEST_RETRY_S = 3600;

/** Sends a request and reads the whole answer. */
export async function ask(request: WebRequest): Promise<WebAnswer> {
  const answer = isOpenTo(request) ? await web.ask(asSent(request), MAX_ANSWER_BYTES) : NO_ADDRESS;
  if ('failure' in answer) return answer;
  const { status, headers, body } = answer;
  return { status, retryAfterMs: retryAfterMs(headers), body };
}

/** Sends a request and gives the body as it comes; it rejects with {@link TseBroken}. */
export async function download(request: WebRequest): Promise<WebStream> {
  const opened = isOpenTo(request) ? await web.open(asSent(request)) : NO_ADDRESS;
  if ('failure' in opened) return opened;
  const { response } = opened;
  response.setTimeout(IDLE_MS, () => response.destroy(new Error('nothing comes any more')));
  async function* content(): AsyncGenerator<Buffer> {
    try {
      yield* response as AsyncIterable<Buffer>;
    } catch (error) {
      throw new TseBroken({ trouble: 'no-answer', text: web.lostText(request, error) });
    }
  }
  return { status: response.statusCode ?? 0, content: content() };
}

const NO_ADDRESS: Unanswered = {
  failure: { trouble: 'refused', text: 'the address of the service is no https address' },
  asked: false,
};

/** Whether a service may be asked there. */
function isOpenTo({ url: address, plain }: WebRequest): boolean {
  const url = URL.parse(address);
  const isPlain = url?.protocol === 'http:' && (plain === 'lan' || isLoopback(url.hostname));
  return isPlain || url?.protocol === 'https:';
}

function asSent({ method, url, headers, body, signal, ca }: WebRequest): web.WebRequest {
  return {
    ...{ method, url, signal, tls: { ca } },
    headers: {
      ...{ accept: 'application/json', ...headers },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function retryAfterMs(headers: http.IncomingHttpHeaders): number | null {
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
  return seconds === undefined ? null : Math.min(Number(seconds), LONGEST_RETRY_S) * 1000;
}
