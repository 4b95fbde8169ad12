/** One request to the web server of a printer. */
import { basicAuthorization, type DeviceLogin } from '../ports/device-auth.ts';
import { addressOf, ask, within } from '../ports/web.ts';
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
export async function exchangeOver<T>(
  connection: Connection,
  message: WebMessage,
  timeoutMs: number,
  read: (body: Buffer) => T | null,
): Promise<Exchanged<T>> {
  const { trace } = connection;
  trace?.(`> ${message.body.slice(0, MAX_TRACED)}`);
  const exchanged = await exchange(connection, message, timeoutMs, read);
  if ('failure' in exchanged) trace?.(`! ${exchanged.failure.trouble}: ${exchanged.failure.text}`);
  return exchanged;
}

async function exchange<T>(
  { host, port, tls, login, trace }: Connection,
  { path, type, body }: WebMessage,
  timeoutMs: number,
  read: (body: Buffer) => T | null,
): Promise<Exchanged<T>> {
  const authorization = login ? { authorization: basicAuthorization(login) } : {};
  const answer = await ask(
    {
      ...{ method: 'POST', url: addressOf({ host, port }, path, tls !== undefined) },
      ...{ headers: { 'content-type': type, ...authorization }, body },
      ...{ tls, signal: within(timeoutMs) },
    },
    MAX_ANSWER_BYTES,
  );
  if ('failure' in answer) return answer;
  const { status } = answer;
  if (REFUSES.includes(status))
    return {
      failure: { trouble: 'rights', text: `the printer refuses user and password (status ${status})` },
      asked: false,
    };
  trace?.(`< ${answer.body.subarray(0, MAX_TRACED).toString('utf8')}`);
  const told = status === 200 ? read(answer.body) : null;
  if (told !== null) return { answer: told };
  return {
    failure: { trouble: 'unreadable', text: `what came back is no answer (status ${status})` },
    asked: true,
  };
}
