/** One request to an FDM on the network: bounded in time and size, no redirects, a connection of its own. */
import http from 'node:http';
import https from 'node:https';
import { networkErrorText } from '../../../network.ts';
import type { FdmFailure } from '../contract.ts';
import { authorizationOf } from './authorization.ts';

/** How to reach an FDM. */
export interface Connection {
  /** Address of its GraphQL endpoint. */
  url: string;
  /** Shared secret; null for an FDM that asks for none. */
  secret: string | null;
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** An answer, or why there is none. `asked`: the FDM may have done what it was asked. */
export type Exchanged = { body: Buffer } | { failure: FdmFailure; asked: boolean };

const MAX_ANSWER_BYTES = 500_000;
const REFUSES = [401, 403];

/** Sends a body and reads the whole answer; never rejects. Nothing of either is in the texts of failures. */
export function exchange({ url, secret, timeoutMs, now }: Connection, body: string): Promise<Exchanged> {
  return new Promise((resolve) => {
    let asked = false;
    const date = new Date(now()).toUTCString();
    const end = (exchanged: Exchanged) => {
      clearTimeout(timer);
      resolve(exchanged);
      call.destroy();
    };
    const fail = (trouble: FdmFailure['trouble'], text: string) => end({ failure: { trouble, text }, asked });
    const call = (url.startsWith('https:') ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        date,
        ...(secret !== null && { authorization: authorizationOf(date, secret, body) }),
      },
    });
    const timer = setTimeout(() => fail('no-answer', `no answer within ${timeoutMs} ms`), timeoutMs);
    call.on('error', (error) => fail(asked ? 'no-answer' : 'unreachable', networkErrorText(error)));
    call.on('socket', (socket) => {
      // From here on a byte may have reached it.
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        asked = true;
      });
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES)
          fail('unreadable', `the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
        else chunks.push(chunk);
      });
      response.on('error', (error) => fail('no-answer', networkErrorText(error)));
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (REFUSES.includes(statusCode)) {
          asked = false;
          fail('rights', `it refuses the shared secret (status ${statusCode})`);
        } else if (statusCode !== 200 || !response.complete)
          fail('unreadable', `what came back is no answer (status ${statusCode})`);
        else end({ body: Buffer.concat(chunks) });
      });
    });
    call.end(body);
  });
}
