/** One HTTP request to FinanzOnline: verified TLS, no redirects, bounded in time and size. */
import { X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createSecureContext } from 'node:tls';
import { withoutLogins } from '../../../receipt/addresses.ts';

/** Longest answer that is read. A receipt check that fails has some 50 kB. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** Where and how to send. */
export interface Target {
  url: string;
  /** The operation, for the header `SOAPAction`. */
  action: string;
  /** Trusted issuers, PEM. */
  ca: string | undefined;
  timeoutMs: number;
}

/** What a request comes to. */
export type Posted =
  | { status: number; body: Buffer }
  /** `sent`: the whole request went out, and only the answer is missing. */
  | { unreachable: string; sent: boolean }
  /** The answer is too long to be one. */
  | { unreadable: string }
  /** A setting that no retry makes better. */
  | { unusable: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Sends a SOAP message and reads the whole answer. */
export async function post(target: Target, message: string): Promise<Posted> {
  const url = URL.parse(target.url);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  // PIN and keys are in the message: outside this machine nothing but TLS will do.
  if (!url || !safe) return { unusable: `the address ${withoutLogins(target.url)} is not an https address` };
  try {
    if (target.ca !== undefined) {
      createSecureContext({ ca: target.ca });
      // That one passes over what is no PEM at all.
      new X509Certificate(target.ca);
    }
  } catch (error) {
    return { unusable: `the trusted issuers cannot be used: ${(error as Error).message}` };
  }
  return exchange(url, target, message);
}

function exchange(url: URL, target: Target, message: string): Promise<Posted> {
  const { action, ca, timeoutMs } = target;
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(message),
        soapaction: `"${action}"`,
      },
    };
    const call =
      url.protocol === 'http:'
        ? httpRequest(url, options)
        : httpsRequest(url, {
            ...options,
            minVersion: 'TLSv1.2',
            // Said outright, because an environment variable can turn the default off.
            rejectUnauthorized: true,
            ...(ca !== undefined && { ca }),
          });
    let sent = false;
    const timer = setTimeout(
      () => finish({ unreachable: `FinanzOnline did not answer within ${timeoutMs} ms`, sent }),
      timeoutMs,
    );
    const finish = (posted: Posted) => {
      clearTimeout(timer);
      resolve(posted);
      call.destroy();
    };
    const fail = (error: Error) =>
      finish({ unreachable: `no answer from ${url.host}: ${cause(error)}`, sent });

    call.on('error', fail);
    call.on('finish', () => {
      sent = true;
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) {
          finish({ unreadable: `the answer is longer than ${MAX_ANSWER_BYTES} bytes` });
        } else chunks.push(chunk);
      });
      response.on('end', () => finish({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on('error', fail);
    });
    call.end(message);
  });
}

/** Words for a network error. Where all addresses of a host fail, the error itself has no message. */
function cause(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message, code } = first as NodeJS.ErrnoException;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
