/**
 * Requests to the fiscal memory in the cloud (FAM) of Hungary's tax authority: JSON, one
 * login whose token is used until it is refused, and who asks is known by a certificate.
 */
import { isLoopback } from '../../../network.ts';
import { objectOf, shownText } from '../../ports/answer.ts';
import type { DeviceLogin } from '../../ports/device-auth.ts';
import { addressOf, ask as askWeb, within, type WebAnswer, type WebTls } from '../../ports/web.ts';
import type { Failure, Outcome } from '../contract.ts';

/** How to reach a register. */
export interface FamConnection {
  host: string;
  port: number;
  /** By HTTPS; without it only this machine is asked, because the password would be readable. */
  tls?: WebTls | undefined;
  /** AP number of the register and its password; null for none. */
  login?: DeviceLogin | null;
  /** Takes a line for each message and answer (`Printer_Log`); no password and no token is in them. */
  trace?: ((line: string) => void) | undefined;
  /** Keeps the token from one question to the next. */
  memory: Map<string, string>;
}

/** Fields of an answer that says that it was done. */
export type FamAnswer = Readonly<Record<string, unknown>>;

/** Asks one register. */
export interface FamSession {
  /** AP number; empty where none is known. */
  systemId: string;
  /** @param body null: reads, and changes nothing */
  ask(path: string, body: object | null, timeoutMs: number): Promise<Outcome<FamAnswer>>;
  /** Asks who issues certificates: by the certificate in use, or before there is one. */
  askIssuer(path: string, body: object | null, isKnown: boolean): Promise<Outcome<FamAnswer>>;
}

/** An AP number. */
export const AP_NUMBER = /^[A-Z]\d{8}$/;

const BASE = '/fam/v1';
/** Where certificates are issued; before there is one, on the host of this name without `-sec`. */
const [ISSUER, KNOWN_HOST] = ['/fam-ca/v1', /^([^.]+)-sec\./];
const VERSION = '1';
const TOKEN = 'token';
/** What a header takes. */
const TOKEN_LETTERS = /^[\u0021-\u007E]{1,4000}$/;
/** A day of ten thousand documents. */
const MOST_BYTES = 4_000_000;
const MOST_TRACED = 4000;
const LOGIN_MS = 5000;

/** @returns a session; it asks nothing by itself */
export function famSession(connection: FamConnection): FamSession {
  const { host, port, tls, login, trace, memory } = connection;
  const systemId = login && AP_NUMBER.test(login.user) ? login.user : '';

  async function send(
    path: string,
    body: object | null,
    token: string | null,
    timeoutMs: number,
    { base, at } = { base: BASE, at: host },
  ) {
    return askWeb(
      {
        ...{
          method: body ? 'POST' : 'GET',
          url: addressOf({ host: at, port }, `${base}${path}`, tls !== undefined),
        },
        headers: {
          ...{ accept: 'application/json', 'x-api-version': VERSION },
          ...(body && { 'content-type': 'application/json; charset=utf-8' }),
          ...(token !== null && { 'x-auth-token': token }),
        },
        ...{ body: body ? JSON.stringify(body) : undefined, tls, signal: within(timeoutMs) },
      },
      MOST_BYTES,
    );
  }

  async function newToken(): Promise<{ token: string } | { failure: Failure }> {
    trace?.('> /auth/login');
    const body = { systemId, username: systemId, password: login?.password ?? '' };
    const answer = await send('/auth/login', body, null, LOGIN_MS);
    if ('failure' in answer) return { failure: { ...answer.failure, trouble: 'unreachable' } };
    const token = answer.headers['x-auth-token'];
    const isIn = answer.status === 200 && objectOf(answer.body)?.resultCode === 'SUCCESS';
    if (!isIn || typeof token !== 'string' || !TOKEN_LETTERS.test(token))
      return { failure: { trouble: 'rights', text: `the register lets nobody in (${wordsOf(answer)})` } };
    memory.set(TOKEN, token);
    return { token };
  }

  const lacking = (): { outcome: 'not-done'; failure: Failure } | null => {
    if (systemId === '')
      return notDone('rights', 'Device_Auth names no AP number and password, such as C12345678:password');
    return tls === undefined && !isLoopback(host)
      ? notDone('rights', 'the register is asked by https alone: name it https://...')
      : null;
  };

  return {
    systemId,
    async ask(path, body, timeoutMs) {
      const lack = lacking();
      if (lack) return lack;
      for (let wasKept = memory.has(TOKEN); ; wasKept = false) {
        const known = memory.get(TOKEN);
        const session = known === undefined ? await newToken() : { token: known };
        if ('failure' in session) return { outcome: 'not-done', failure: session.failure };
        trace?.(`> ${path} ${body ? JSON.stringify(body).slice(0, MOST_TRACED) : ''}`);
        const answer = await send(path, body, session.token, timeoutMs);
        if ('failure' in answer) {
          trace?.(`! ${answer.failure.trouble}: ${answer.failure.text}`);
          return { outcome: answer.asked ? 'unknown' : 'not-done', failure: answer.failure };
        }
        trace?.(`< ${answer.status} ${answer.body.subarray(0, MOST_TRACED).toString('utf8')}`);
        if (answer.status !== 401 && answer.status !== 403) return outcomeOf(answer);
        memory.delete(TOKEN);
        // A token that has run out: nothing was done.
        if (!wasKept) return notDone('rights', `the register refuses its user (${wordsOf(answer)})`);
      }
    },
    async askIssuer(path, body, isKnown) {
      const lack = lacking();
      if (lack) return lack;
      // Secrets of a request are in its body.
      trace?.(`> ${ISSUER}${path.split('?')[0]!}`);
      const at = isKnown ? host : host.replace(KNOWN_HOST, '$1.');
      const answer = await send(path, body, null, LOGIN_MS, { base: ISSUER, at });
      if ('failure' in answer)
        return { outcome: answer.asked ? 'unknown' : 'not-done', failure: answer.failure };
      return outcomeOf(answer);
    },
  };
}

function outcomeOf(answer: WebAnswer): Outcome<FamAnswer> {
  const values = objectOf(answer.body);
  const { status } = answer;
  if (status === 200 && values?.resultCode === 'SUCCESS') return { outcome: 'done', result: values };
  if (status === 200 && typeof values?.resultCode === 'string')
    return notDone('refused', `the register says no (${wordsOf(answer)})`);
  // What it cannot read, and what it does not know, it does not do.
  if (status === 400 || status === 404 || status === 422)
    return notDone('wrong-order', `the register does not take this (${wordsOf(answer)})`);
  return {
    outcome: 'unknown',
    failure: { trouble: 'unreadable', text: `what came back is no answer (status ${status})` },
  };
}

/** Code and words of an answer, for people. */
function wordsOf({ status, body }: WebAnswer): string {
  const { resultCode, resultDesc, message } = objectOf(body) ?? {};
  const said = [resultCode, resultDesc ?? message].map(shownText).filter((text) => text !== '');
  return said.length === 0 ? `status ${status}` : said.join(' ');
}

function notDone(trouble: Failure['trouble'], text: string): { outcome: 'not-done'; failure: Failure } {
  return { outcome: 'not-done', failure: { trouble, text } };
}
