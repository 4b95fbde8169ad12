/** The fiscal memory of Hungarian e-cash registers in the cloud (FAM) in small: one register, its rules, its documents. */
import { randomBytes, type KeyObject, type X509Certificate } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { systemClock, type Clock } from '../../clock.ts';
import { Kept } from '../kept.ts';
import { startServer, type Faults, type Reply } from '../server.ts';
import { hasFields, Malformed, readBody, Refusal, type Data } from './bodies.ts';
import { EmulatedIssuer } from './issuer.ts';
import { unused, type Contents, type Stored } from './memory.ts';
import { EmulatedRegister, Lost, type Conditions } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  /** File of the memory; forgotten with the process when left out. */
  memory?: string;
  /** AP number: a letter and eight digits. */
  serial?: string;
  password?: string;
  /** It waits for its till (`PENDING`). */
  isNew?: boolean;
  /** Issues certificates with this key; missing: it issues none. */
  issuer?: { subject: string; key: KeyObject };
  /** Speaks HTTPS with these keys and certificates in place of HTTP. */
  tls?: ServerOptions;
  /** Called with each request. */
  asked?(method: string, path: string): void;
  /** Called with each document of a sale when it is finished. */
  finished?(document: Stored): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  port: number;
  conditions: Conditions;
  /** Finished documents of sales, oldest first. */
  readonly documents: readonly Stored[];
  /** Those, reports and interrupted ones. */
  readonly all: readonly Stored[];
  readonly isDayOpen: boolean;
  /** Certificate that the last client has shown; null for none. */
  readonly client: X509Certificate | null;
  /** Lets the token run out. */
  expire(): void;
  /** Another till sells something on the open day. */
  sellElsewhere(): void;
  /** Puts a new register in the place of this one. */
  exchange(serial: string): void;
}

export const SERIAL = 'C12345678';
export const PASSWORD = 'titok';
const LONGEST_BODY = 500_000;
const [BASE, CA] = ['/fam/v1', '/fam-ca/v1'];
const SALE = /^(?:RECEIPT|SIMPLE_INVOICE|RETURN_RECEIPT|VOID_RECEIPT)$/;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, serial = SERIAL, password = PASSWORD } = options;
  const memory = new Kept<Contents>(options.memory ?? null, unused(serial, !options.isNew));
  const register = new EmulatedRegister(memory, clock);
  const certificates = new EmulatedIssuer({ ...options, serial, password, clock });
  let token: string | null = null;
  let client: X509Certificate | null = null;
  /** The last document that {@link EmulatorOptions.finished} was called with. */
  let told: Stored | null = memory.contents.documents.findLast(isFinished) ?? null;

  function logIn(body: Data): Reply {
    hasFields(body, 'systemId', 'username', 'password');
    const { systemId, username } = body;
    const isRight =
      systemId === memory.contents.serial && username === systemId && body.password === password;
    if (!isRight)
      return said(401, { resultCode: 'UNAUTHORIZED', resultDesc: 'hibás felhasználó vagy jelszó' });
    token = randomBytes(24).toString('base64url');
    return { ...success({ role: 'ROLE_ADMIN' }), headers: { 'x-auth-token': token } };
  }

  function answer(method: string, path: string, type: string | null, body: Buffer | null): Data {
    if (method === 'POST' && path === '/doc/doc-create') return register.post('create', readBody(body));
    if (method === 'POST' && path === '/doc/doc-close') return register.post('close', readBody(body));
    if (method === 'POST' && path === '/doc/submit-key') return register.submitKey(readBody(body));
    if (method === 'POST' && path === `/currency/${memory.contents.serial}`)
      return register.setCurrency(readBody(body));
    if (method === 'POST' && path === '/telemetry/hello') return register.hello(readBody(body));
    const [, kind = '', system = '', ...rest] =
      /^\/(doc\/\w+|system\/status)\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    if (method !== 'GET' || system !== memory.contents.serial) throw new Malformed('no such resource');
    const [first = '', second = '', third = '', fourth = ''] = (rest[0] ?? '').split('/');
    switch (kind) {
      case 'system/status':
        return {
          ...{ now: clock.now(), fcuState: register.fcuState, fcuType: 'CLOUD', online: true },
          blocked: register.conditions.blocked,
        };
      case 'doc/state':
        return register.state();
      case 'doc/list':
        return register.list(Number(first), Number(second), type);
      case 'doc/document':
        if (fourth !== 'RAW') throw new Malformed('no such format');
        return register.document(Number(first), second, Number(third));
      default:
        throw new Malformed('no such resource');
    }
  }

  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY, tls: options.tls },
    take: (incoming, body) => ({
      answer() {
        const url = new URL(incoming.url ?? '/', 'http://localhost');
        const { socket, headers, method = '' } = incoming;
        const shownCertificate = (socket as TLSSocket).getPeerX509Certificate?.();
        client = shownCertificate ?? null;
        if (url.pathname.startsWith(CA)) return certificates.answer(method, url, body, client !== null);
        if (!url.pathname.startsWith(BASE)) return said(404, { code: 404, message: 'no such resource' });
        const path = url.pathname.slice(BASE.length);
        options.asked?.(method, path);
        const before = memory.contents.documents.length;
        try {
          if (headers['x-api-version'] !== '1') throw new Malformed('X-API-Version');
          if (path === '/auth/login' && method === 'POST') return logIn(readBody(body));
          if (token === null || headers['x-auth-token'] !== token)
            return said(401, { resultCode: 'UNAUTHORIZED' });
          return success(answer(method, path, url.searchParams.get('documentType'), body));
        } catch (error) {
          if (error instanceof Lost) socket.destroy();
          if (error instanceof Malformed) return said(400, { code: 400, message: error.message });
          // The names of refusals are not public; this is the emulator's own.
          if (error instanceof Refusal)
            return said(200, { resultCode: 'REFUSED', resultDesc: error.message });
          throw error;
        } finally {
          // A document is finished by a later message than the one that began it.
          const newest = memory.contents.documents.at(-1);
          if (
            newest &&
            memory.contents.documents.length === before &&
            isFinished(newest) &&
            newest !== told
          ) {
            told = newest;
            options.finished?.(newest);
          }
        }
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    conditions: register.conditions,
    get documents() {
      return memory.contents.documents.filter(isFinished);
    },
    get all() {
      return memory.contents.documents;
    },
    get isDayOpen() {
      return memory.contents.isDayOpen;
    },
    get client() {
      return client;
    },
    expire: () => (token = null),
    sellElsewhere: () => register.sellElsewhere(),
    exchange: (other) => memory.store(unused(other)),
  };
}

function isFinished({ type, isOpen, interrupted }: Stored): boolean {
  return SALE.test(type) && !isOpen && !interrupted;
}

function success(values: Data): Reply {
  return said(200, { resultCode: 'SUCCESS', resultDesc: null, ...values });
}

function said(status: number, values: Data): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(values) };
}
