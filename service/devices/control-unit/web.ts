/** One message to a unit: bounded in time and size, no redirects, a connection of its own. */
import http from 'node:http';
import https from 'node:https';
import { networkErrorText } from '../../network.ts';
import type { ClientIdentity, UnitFailure, UnitOutcome } from './contract.ts';

/** A message. */
export interface UnitMessage {
  url: string;
  /** Media type. */
  type: string;
  body: Buffer;
  /** Value of `Authorization`. */
  authorization?: string;
  /** Shown to servers that know registers by their certificates: HTTPS only. */
  client?: ClientIdentity;
  /** Issuers to trust in place of those that Node brings, PEM. */
  ca?: string | undefined;
  timeoutMs: number;
}

/** Longest answer that is read, bytes. */
const LONGEST = 100_000;

/** Sends a message and reads the whole answer; `unknown` from the first byte that may have gone out. */
export function send(message: UnitMessage): Promise<UnitOutcome<Buffer>> {
  const url = URL.parse(message.url);
  const isSecure = url?.protocol === 'https:';
  if (!url || (!isSecure && (url.protocol !== 'http:' || message.client)))
    return Promise.resolve(never('refused', `${message.client ? 'https' : 'http'} address expected`));
  return new Promise((resolve) => {
    let asked = false;
    const fail = (trouble: UnitFailure['trouble'], text: string) => {
      const failure = { trouble, text };
      end(asked ? { outcome: 'unknown', failure } : { outcome: 'not-done', failure });
    };
    const options: https.RequestOptions = {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': message.type,
        'content-length': message.body.length,
        ...(message.authorization !== undefined && { authorization: message.authorization }),
      },
      ...(isSecure && { minVersion: 'TLSv1.2', rejectUnauthorized: true }),
      ...(message.client && { cert: message.client.certificate, key: message.client.key }),
      ...(isSecure && message.ca !== undefined && { ca: message.ca }),
    };
    let call: http.ClientRequest;
    try {
      call = isSecure ? https.request(url, options) : http.request(url, options);
    } catch (error) {
      // A key that does not fit its certificate, or a text that is no header.
      resolve(never('rights', `the message cannot be sent: ${(error as Error).message}`));
      return;
    }
    const timer = setTimeout(
      () => fail(asked ? 'no-answer' : 'unreachable', `no answer within ${message.timeoutMs} ms`),
      message.timeoutMs,
    );
    const end = (outcome: UnitOutcome<Buffer>) => {
      clearTimeout(timer);
      resolve(outcome);
      call.destroy();
    };
    call.on('error', (error) => fail(asked ? 'no-answer' : 'unreachable', networkErrorText(error)));
    call.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        asked = true;
      });
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > LONGEST) fail('unreadable', `the answer is longer than ${LONGEST} bytes`);
        else chunks.push(chunk);
      });
      response.on('error', (error) => fail('no-answer', networkErrorText(error)));
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode === 200 && response.complete) end({ outcome: 'done', result: Buffer.concat(chunks) });
        else if (statusCode === 401 || statusCode === 403)
          end(never('rights', `it refuses who asks (status ${statusCode})`));
        else if (statusCode === 503) end(never('busy', 'it is busy (status 503)'));
        else fail('unreadable', `what came back is no answer (status ${statusCode})`);
      });
    });
    call.end(message.body);
  });
}

function never(trouble: UnitFailure['trouble'], text: string): UnitOutcome<never> {
  return { outcome: 'not-done', failure: { trouble, text } };
}
