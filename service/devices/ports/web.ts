/**
 * Requests of drivers over HTTP: verified TLS from 1.2 on, no redirects, a connection of
 * its own, bounded in size and time. Nothing rejects. Whether a device may be asked
 * without TLS, and what statuses mean, its driver decides.
 */
import http from 'node:http';
import https from 'node:https';
import { networkErrorText } from '../../network.ts';

/** How a device proves who it is, and we to it. */
export interface WebTls {
  /** Issuers to trust in place of those that Node brings, PEM. */
  ca?: string | undefined;
  /** Certificate and key that the device knows us by, PEM. */
  cert?: string | undefined;
  key?: string | undefined;
  /** Whatever certificate it shows. */
  acceptAny?: boolean;
}

/** A request. */
export interface WebRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `http:` or `https:`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  /** Of `https:`. */
  tls?: WebTls | undefined;
  /** Ends the request, such as {@link within}. */
  signal: AbortSignal;
}

/**
 * Why there is no answer.
 * - `refused`: there is no such request (an address, a header or a key that is none)
 * - `unreachable`: nothing of it left
 * - `no-answer`: it was asked, and what it did is not known
 * - `unreadable`: more came back than is read
 */
export interface WebFailure {
  trouble: 'refused' | 'unreachable' | 'no-answer' | 'unreadable';
  /** English, without anything of the request but its host. */
  text: string;
}

/** No answer. `asked`: the device may have done what it was asked. */
export interface Unanswered {
  failure: WebFailure;
  asked: boolean;
}

/** An answer of any status, as a whole. */
export interface WebAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Longest time of a request. @param ms milliseconds; less than one counts as one */
export function within(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.max(Math.ceil(ms), 1));
}

/** The address of a path on a device. @param path encoded, with its query */
export function addressOf(
  { host, port }: { host: string; port: number },
  path: string,
  isSecure = false,
): string {
  return `http${isSecure ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

/** Sends a request and reads the whole answer. @param mostBytes longest body that is read */
export async function ask(request: WebRequest, mostBytes: number): Promise<WebAnswer | Unanswered> {
  const opened = await open(request);
  if ('failure' in opened) return opened;
  const { response } = opened;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes)
        return unanswered('unreadable', `the answer is longer than ${mostBytes} bytes`, true);
      chunks.push(chunk);
    }
  } catch (error) {
    return unanswered('no-answer', lostText(request, error), true);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Sends a request; the body of its answer is read by who asked, and may break off. */
export function open(request: WebRequest): Promise<{ response: http.IncomingMessage } | Unanswered> {
  const { method, headers, body, signal, tls = {} } = request;
  const url = URL.parse(request.url);
  if (!url || !/^https?:$/.test(url.protocol))
    return Promise.resolve(unanswered('refused', 'the address is no http or https address', false));
  const isSecure = url.protocol === 'https:';
  const { acceptAny = false, ca, cert, key } = tls;
  const options: https.RequestOptions = {
    ...{ method, signal },
    // A connection that was kept may be gone, and nobody would know what was done.
    agent: false,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    // Said outright, because an environment variable can turn the default off.
    ...(isSecure && { minVersion: 'TLSv1.2', rejectUnauthorized: !acceptAny }),
    ...(isSecure && { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert, key }) }),
  };
  return new Promise((resolve) => {
    let asked = false;
    let call: http.ClientRequest;
    try {
      call = isSecure ? https.request(url, options) : http.request(url, options);
    } catch (error) {
      resolve(unanswered('refused', `the message cannot be sent: ${(error as Error).message}`, false));
      return;
    }
    const lost = (error: unknown) =>
      resolve(unanswered(asked ? 'no-answer' : 'unreachable', lostText(request, error), asked));
    call.on('socket', (socket) => {
      // From here on a byte of the request may have reached the device.
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        asked = true;
      });
    });
    call.on('error', lost);
    call.on('close', () => lost(new Error('the line was closed')));
    call.on('response', (response) => resolve({ response }));
    call.end(body);
  });
}

/** Why an answer does not come, or not to its end. */
export function lostText({ signal, url }: Pick<WebRequest, 'signal' | 'url'>, error: unknown): string {
  const host = URL.parse(url)?.host ?? '';
  return signal.aborted
    ? `${host} did not answer in time`
    : `no answer from ${host}: ${networkErrorText(error)}`;
}

function unanswered(trouble: WebFailure['trouble'], text: string, asked: boolean): Unanswered {
  return { failure: { trouble, text }, asked };
}
