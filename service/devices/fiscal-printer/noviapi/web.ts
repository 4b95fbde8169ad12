/** One request to the web service of a Novitus printer (NoviApi): JSON, with a token that lasts. */
import { addressOf, ask, within, type WebRequest, type WebTls } from '../../ports/web.ts';
import type { Failure } from '../contract.ts';

/** How to reach a printer. */
export interface NoviApiConnection {
  host: string;
  port: number;
  /** By HTTPS; `acceptAny`: whatever certificate it shows. */
  tls?: WebTls | undefined;
  /** Where the token is kept: a printer gives ten of them in an hour. */
  memory: Map<string, string>;
  /** Takes a line for each message and answer (`Printer_Log`); no token is in them. */
  trace?: ((line: string) => void) | undefined;
}

/** A tree of JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** An answer, or why there is none; `asked`: it may have reached the printer. */
export type Answered = { status: number; body: Json } | { lost: Failure; asked: boolean };

const ROOT = '/api/v1';
const MAX_BYTES = 200_000;
const MAX_TRACED = 4000;
/** Key of the token. */
const TOKEN = 'noviapi-token';

/** A method of HTTP that the service knows. */
export type Method = WebRequest['method'];

/** Asks with a token; a new one is asked for where it has ended. @param until ms since the process began */
export async function request(
  connection: NoviApiConnection,
  method: Method,
  path: string,
  until: number,
  body?: Json,
): Promise<Answered> {
  const { memory } = connection;
  for (const isSecond of [false, true]) {
    const token = memory.get(TOKEN) ?? (await newToken(connection, until));
    if (typeof token !== 'string') return token;
    const told = await send(connection, method, path, until, token, body);
    if ('lost' in told || told.status !== 401 || isSecond) return told;
    // It has ended; the same one may be good for a new one.
    const fresh = await renewed(connection, token, until);
    if (fresh === null) memory.delete(TOKEN);
    else memory.set(TOKEN, fresh);
  }
  return { lost: { trouble: 'rights', text: 'the printer takes no token' }, asked: false };
}

async function newToken(connection: NoviApiConnection, until: number): Promise<string | Answered> {
  const told = await send(connection, 'GET', '/token', until, null);
  if ('lost' in told) return { ...told, asked: false };
  const token = tokenIn(told);
  if (token !== null) {
    connection.memory.set(TOKEN, token);
    return token;
  }
  const trouble = told.status === 429 ? 'busy' : 'rights';
  const when = text(at(told.body, 'exception', 'allowed_refresh_date'));
  const more = when === '' ? '' : `, not before ${when}`;
  return {
    lost: { trouble, text: `the printer gives no token (status ${told.status}${more})` },
    asked: false,
  };
}

async function renewed(connection: NoviApiConnection, token: string, until: number): Promise<string | null> {
  const told = await send(connection, 'PATCH', '/token', until, token);
  return 'lost' in told ? null : tokenIn(told);
}

function tokenIn({ status, body }: { status: number; body: Json }): string | null {
  const token = text(at(body, 'token'));
  return status === 200 && /^[\w.~+/=-]{1,2000}$/.test(token) ? token : null;
}

/** What is at a path of names; null for nothing. */
export function at(tree: Json, ...names: string[]): Json {
  let found: Json = tree;
  for (const name of names) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
    found = Object.hasOwn(found, name) ? found[name]! : null;
  }
  return found;
}

/** A text, or the digits of a number; empty for all else. */
export function text(value: Json): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

async function send(
  { host, port, tls, trace }: NoviApiConnection,
  method: Method,
  path: string,
  until: number,
  token: string | null,
  body?: Json,
): Promise<Answered> {
  const message = body === undefined ? '' : JSON.stringify(body);
  trace?.(`> ${method} ${path} ${message.slice(0, MAX_TRACED)}`);
  const told = await ask(
    {
      ...{ method, url: addressOf({ host, port }, `${ROOT}${path}`, tls !== undefined), tls },
      body: message,
      headers: {
        'content-type': method === 'PATCH' ? 'text/plain' : 'application/json; charset=utf-8',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      signal: within(until - performance.now()),
    },
    MAX_BYTES,
  );
  if (!('failure' in told)) {
    const { status } = told;
    if (path !== '/token') trace?.(`< ${status} ${told.body.subarray(0, MAX_TRACED).toString('utf8')}`);
    const tree = parsed(told.body);
    if (tree !== undefined) return { status, body: tree };
  }
  const { failure: lost, asked } =
    'failure' in told
      ? told
      : {
          failure: {
            trouble: 'unreadable' as const,
            text: `what came back is no answer (status ${told.status})`,
          },
          asked: true,
        };
  trace?.(`! ${lost.trouble}: ${lost.text}`);
  return { lost, asked };
}

function parsed(bytes: Buffer): Json | undefined {
  try {
    return bytes.length === 0 ? null : (JSON.parse(bytes.toString('utf8')) as Json);
  } catch {
    return undefined;
  }
}
