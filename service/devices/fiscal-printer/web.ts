/** One request to the web server of a printer: bounded in time and size, no redirects, a connection of its own. */
import http from 'node:http';
import https from 'node:https';
import { networkErrorText } from '../../network.ts';
import { basicAuthorization, type DeviceLogin } from '../ports/device-auth.ts';
import type { Failure } from './contract.ts';

/** How to reach a printer. */
export interface Connection {
  host: string;
  port: number;
  /** By HTTPS; `acceptAny`: whatever certificate it shows. */
  tls?: { acceptAny: boolean } | undefined;
  /** Of the printer's web server (profile attribute `Device_Auth`); null for none. */
  login?: DeviceLogin | null;
  /** Takes a line for each message and answer (`Printer_Log`); no password is in them. */
  trace?: ((line: string) => void) | undefined;
}

/** What is sent. */
export interface WebMessage {
  /** With its query. */
  path: string;
  /** Media type. */
  type: string;
  body: string;
}

/** An answer as it was read, or why there is none. `asked`: the printer may have done what it was asked. */
export type Exchanged<T> = { answer: T } | { failure: Failure; asked: boolean };

const MAX_ANSWER_BYTES = 100_000;
const MAX_TRACED = 4000;
const REFUSES = [401, 403];

/**
 * Sends a message and reads the whole answer; never rejects.
 * @param read null for what is no answer
 */
export function exchangeOver<T>(
  connection: Connection,
  message: WebMessage,
  timeoutMs: number,
  read: (body: Buffer) => T | null,
): Promise<Exchanged<T>> {
  const { host, port, tls, login, trace } = connection;
  const { path, type, body } = message;
  trace?.(`> ${body.slice(0, MAX_TRACED)}`);
  return new Promise((resolve) => {
    let asked = false;
    const end = (exchanged: Exchanged<T>) => {
      clearTimeout(timer);
      if ('failure' in exchanged) trace?.(`! ${exchanged.failure.trouble}: ${exchanged.failure.text}`);
      resolve(exchanged);
      call.destroy();
    };
    const fail = (trouble: Failure['trouble'], text: string) => end({ failure: { trouble, text }, asked });
    const options = {
      ...{ host, port, path, method: 'POST', agent: false as const },
      headers: {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...(login && { authorization: basicAuthorization(login) }),
      },
    };
    const call = tls
      ? https.request({ ...options, rejectUnauthorized: !tls.acceptAny, minVersion: 'TLSv1.2' })
      : http.request(options);
    const timer = setTimeout(() => fail('no-answer', `no answer within ${timeoutMs} ms`), timeoutMs);
    call.on('error', (error) => fail(asked ? 'no-answer' : 'unreachable', networkErrorText(error)));
    call.on('socket', (socket) => {
      // From here on a byte of the message may have reached it.
      socket.once(tls ? 'secureConnect' : 'connect', () => {
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
          fail('rights', `the printer refuses user and password (status ${statusCode})`);
          return;
        }
        const whole = Buffer.concat(chunks);
        trace?.(`< ${whole.subarray(0, MAX_TRACED).toString('utf8')}`);
        const answer = statusCode === 200 && response.complete ? read(whole) : null;
        if (answer === null) fail('unreadable', `what came back is no answer (status ${statusCode})`);
        else end({ answer });
      });
    });
    call.end(body);
  });
}
