/** One HTTPS request to the authority: mutual TLS, verified, no redirects, bounded in time and size. */
import { request } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { withoutLogins } from '../../../receipt/addresses.ts';
import type { AuthorityAccess } from './access.ts';

/** Longest answer that is read. A query of a thousand series has about 600 kB. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** What a request comes to. `unusable` is a setting or an answer that no retry makes better. */
export type Posted = { status: number; body: Buffer } | { unreachable: string } | { unusable: string };

/** Sends a SOAP message and reads the whole answer. */
export async function post(access: AuthorityAccess, message: string): Promise<Posted> {
  const url = URL.parse(access.url);
  if (url?.protocol !== 'https:')
    return { unusable: `the address ${withoutLogins(access.url)} is not an https address` };
  const identity: SecureContextOptions = {
    minVersion: 'TLSv1.2',
    ...(access.client && { cert: access.client.certificate, key: access.client.key }),
    ...(access.ca !== undefined && { ca: access.ca }),
  };
  try {
    createSecureContext(identity);
  } catch (error) {
    return { unusable: `the client certificate or its key cannot be used: ${(error as Error).message}` };
  }
  return exchange(url, message, identity, access.timeoutMs);
}

function exchange(
  url: URL,
  message: string,
  identity: SecureContextOptions,
  timeoutMs: number,
): Promise<Posted> {
  return new Promise((resolve) => {
    const call = request(url, {
      ...identity,
      method: 'POST',
      // A connection of its own: another certificate must never meet an old connection.
      agent: false,
      // Said outright, because an environment variable can turn the default off.
      rejectUnauthorized: true,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(message),
        soapaction: '""',
      },
    });
    const timer = setTimeout(() => {
      finish({ unreachable: `the tax authority did not answer within ${timeoutMs} ms` });
    }, timeoutMs);
    const finish = (posted: Posted) => {
      clearTimeout(timer);
      resolve(posted);
      call.destroy();
    };
    const fail = (error: Error) => finish({ unreachable: `no answer from ${url.host}: ${cause(error)}` });

    call.on('error', fail);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) {
          finish({ unusable: `the answer is longer than ${MAX_ANSWER_BYTES} bytes` });
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
