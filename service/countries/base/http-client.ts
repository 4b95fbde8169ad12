/** One request to an authority or a device: verified TLS, no redirects, bounded in time and size. */
import { X509Certificate } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { isLoopback, networkErrorText } from '../../network.ts';
import { withoutLogins } from '../../receipt/addresses.ts';

/** Longest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 1_000_000;

/** Where and how to send. */
export interface Target {
  url: string;
  /** Who is asked, for texts: `the tax authority`. */
  name: string;
  headers: Readonly<Record<string, string>>;
  /** Trusted issuers, PEM, in place of those that Node brings. */
  ca?: string | undefined;
  /** What this side shows itself by, PEM. */
  client?: { certificate: string; key: string } | undefined;
  /** Whoever answers is believed to be the one that was asked, by whatever certificate. */
  acceptUnauthorized?: boolean | undefined;
  timeoutMs: number;
  /** Longest answer that is read, bytes; 1 MB unless told otherwise. */
  longestAnswer?: number;
  /** Ends the request before that. */
  signal?: AbortSignal;
}

/** What a request comes to. */
export type Posted =
  | { status: number; body: Buffer; headers: IncomingHttpHeaders }
  /** `sent`: the whole request went out, and only the answer is missing. */
  | { unreachable: string; sent: boolean }
  /** The answer is too long to be one. */
  | { unreadable: string }
  /** A setting that no retry makes better. */
  | { unusable: string };

/** Posts a message and reads the whole answer. */
export function post(target: Target, message: string | Buffer): Promise<Posted> {
  return send(target, message);
}

/** Asks for a resource and reads the whole answer. */
export function get(target: Target): Promise<Posted> {
  return send(target, null);
}

/** @param message null for a request without a body */
async function send(target: Target, message: string | Buffer | null): Promise<Posted> {
  const url = URL.parse(target.url);
  // Passwords and keys are in messages: outside this machine nothing but TLS will do. Certificates are shown with TLS alone.
  const plain = url?.protocol === 'http:' && isLoopback(url.hostname) && !target.client;
  if (!url || (url.protocol !== 'https:' && !plain))
    return { unusable: `the address ${withoutLogins(target.url)} is not an https address` };
  const { ca, client } = target;
  const identity: SecureContextOptions = {
    minVersion: 'TLSv1.2',
    ...(client && { cert: client.certificate, key: client.key }),
    ...(ca !== undefined && { ca }),
  };
  const context = contextOf(target, identity);
  return 'wrong' in context ? { unusable: context.wrong } : exchange(url, target, context, message);
}

/** By what they were made of. Reading all public issuers takes longer than most conversations. */
const contexts = new Map<string, SecureContext>();
const MOST_CONTEXTS = 8;

function contextOf(target: Target, identity: SecureContextOptions): SecureContext | { wrong: string } {
  const key = JSON.stringify(identity);
  const known = contexts.get(key);
  if (known) return known;
  const wrong = wrongIdentity(target, identity);
  if (wrong !== null) return { wrong };
  const context = createSecureContext(identity);
  const [oldest] = contexts.keys();
  if (contexts.size >= MOST_CONTEXTS) contexts.delete(oldest!);
  contexts.set(key, context);
  return context;
}

function wrongIdentity({ ca }: Target, identity: SecureContextOptions): string | null {
  try {
    createSecureContext({ cert: identity.cert, key: identity.key });
  } catch (error) {
    return `the client certificate or its key cannot be used: ${(error as Error).message}`;
  }
  if (ca === undefined) return null;
  try {
    createSecureContext({ ca });
    // That one passes over what is no PEM at all.
    new X509Certificate(ca);
    return null;
  } catch (error) {
    return `the trusted issuers cannot be used: ${(error as Error).message}`;
  }
}

function exchange(
  url: URL,
  { name, headers, acceptUnauthorized = false, timeoutMs, longestAnswer = MAX_ANSWER_BYTES, signal }: Target,
  secureContext: SecureContext,
  message: string | Buffer | null,
): Promise<Posted> {
  return new Promise((resolve) => {
    const options = {
      method: message === null ? 'GET' : 'POST',
      // A connection of its own: another certificate must never meet an old connection.
      agent: false,
      headers: { ...headers, ...(message !== null && { 'content-length': Buffer.byteLength(message) }) },
    };
    // Said outright, because an environment variable can turn the default off.
    const secured = { ...options, secureContext, rejectUnauthorized: !acceptUnauthorized };
    const call = url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, secured);
    let sent = false;
    const timer = setTimeout(
      () => finish({ unreachable: `${name} did not answer within ${timeoutMs} ms`, sent }),
      timeoutMs,
    );
    const stop = () => finish({ unreachable: `${name} did not answer in time`, sent });
    const finish = (posted: Posted) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(posted);
      call.destroy();
    };
    const fail = (error: Error) =>
      finish({ unreachable: `no answer from ${url.host}: ${networkErrorText(error)}`, sent });

    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
    call.on('error', fail);
    call.on('finish', () => {
      sent = true;
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > longestAnswer) {
          finish({ unreadable: `the answer is longer than ${longestAnswer} bytes` });
        } else chunks.push(chunk);
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        finish({ status, body: Buffer.concat(chunks), headers: answered });
      });
      response.on('error', fail);
    });
    call.end(message ?? undefined);
  });
}
