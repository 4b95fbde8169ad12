/** One request to the printer's web server: bounded in time and size, no redirects, a connection of its own. */
import http from 'node:http';
import { networkErrorText } from '../../../network.ts';
import { basicAuthorization, type DeviceLogin } from '../../ports/device-auth.ts';
import type { Failure } from '../contract.ts';
import { readAnswer, type Answer } from './xml.ts';

/** How to reach a printer. */
export interface Connection {
  host: string;
  port: number;
  /** Of the printer's web server (profile attribute `Device_Auth`); null for none. */
  login?: DeviceLogin | null;
  /** Takes a line for each message and answer (`Printer_Log`); no password is in them. */
  trace?: ((line: string) => void) | undefined;
}

/** An answer, or why there is none. `asked`: the printer may have done what it was asked. */
export type Exchanged = { answer: Answer } | { failure: Failure; asked: boolean };

const PATH = '/cgi-bin/fpmate.cgi?devid=local_printer';
const MAX_ANSWER_BYTES = 100_000;
const MAX_TRACED = 4000;
const REFUSES = [401, 403];

/** Sends a message and reads the whole answer; never rejects. */
export function exchange(connection: Connection, message: string, timeoutMs: number): Promise<Exchanged> {
  const { host, port, login, trace } = connection;
  trace?.(`> ${message.slice(0, MAX_TRACED)}`);
  return new Promise((resolve) => {
    let asked = false;
    const end = (exchanged: Exchanged) => {
      clearTimeout(timer);
      if ('failure' in exchanged) trace?.(`! ${exchanged.failure.trouble}: ${exchanged.failure.text}`);
      resolve(exchanged);
      call.destroy();
    };
    const fail = (trouble: Failure['trouble'], text: string) => end({ failure: { trouble, text }, asked });
    const call = http.request({
      ...{ host, port, path: `${PATH}&timeout=${timeoutMs}`, method: 'POST', agent: false },
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(message),
        ...(login && { authorization: basicAuthorization(login) }),
      },
    });
    const timer = setTimeout(() => fail('no-answer', `no answer within ${timeoutMs} ms`), timeoutMs);
    call.on('error', (error) => fail(asked ? 'no-answer' : 'unreachable', networkErrorText(error)));
    call.on('socket', (socket) => {
      // From here on a byte may have reached it.
      socket.once('connect', () => {
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
        const body = Buffer.concat(chunks);
        trace?.(`< ${body.subarray(0, MAX_TRACED).toString('utf8')}`);
        const answer = statusCode === 200 && response.complete ? readAnswer(body) : null;
        if (answer) end({ answer });
        else fail('unreadable', `what came back is no answer (status ${statusCode})`);
      });
    });
    call.end(message);
  });
}
