/**
 * A-Trust's signing service in small: the requests of version 2 that a cash
 * register needs, with the strictness of a service that does not guess. What is
 * public of the real one stands in ../a-trust.ts; where nothing is public
 * (statuses besides 200, 401 and 500), the plain meaning of HTTP was taken. It
 * shares no code with the unit that asks it.
 */
import { createPrivateKey, randomBytes, sign, X509Certificate } from 'node:crypto';
import { derOfPlain } from '../../certificates/ecdsa.ts';
import type { Reply } from '../server.ts';
import {
  json,
  mediaType,
  refuse,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type Fault,
  type ServiceRequest,
} from './server.ts';

/** How to start the emulator. */
export interface ATrustEmulatorOptions extends EmulatorOptions {
  /** Passwords by user. */
  users: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, for the end of sessions. */
  now: () => number;
}

interface Session {
  user: string;
  key: string;
  till: number;
}

/** How long a session lives here. */
export const SESSION_MS = 3_600_000;

const BASE = '/asignrkonline/v2/';
const HEADER = '{"alg":"ES256"}';

/** Starts the emulator on 127.0.0.1. */
export function startATrust(options: ATrustEmulatorOptions): Promise<Emulator> {
  const service = new Service(options);
  return startEmulator(options, BASE, (request, fault) => service.answer(request, fault));
}

class Service {
  private readonly options: ATrustEmulatorOptions;
  private readonly sessions = new Map<string, Session>();

  constructor(options: ATrustEmulatorOptions) {
    this.options = options;
  }

  answer(request: ServiceRequest, fault: Fault | null): Reply {
    const { method, path } = request;
    const [first = '', ...rest] = path;
    if (first === 'Session') return this.session(request, fault);
    const route = `${method} ${rest.join('/')}`;
    if (!['GET Certificate', 'GET ZDA', 'POST Sign/JWS'].includes(route)) return refuse(404);
    if (!Object.hasOwn(this.options.users, first)) return refuse(401);
    if (route === 'GET ZDA') return json(200, { zdaid: 'AT1' });
    if (route === 'GET Certificate') return json(200, this.certificate(fault));
    const body = members(request, ['password', 'jws_payload']);
    if (!body) return refuse(mediaType(request) === 'application/json' ? 400 : 415);
    if (body['password'] !== this.options.users[first]) return refuse(401);
    return this.signed(body['jws_payload']!, fault);
  }

  private session(request: ServiceRequest, fault: Fault | null): Reply {
    const { method, path } = request;
    const [, name = '', ...rest] = path;
    if (method === 'PUT' && rest.length === 0) return this.open(request, name);
    const session = this.sessions.get(name);
    if (method === 'DELETE' && rest.length === 0) {
      return this.sessions.delete(name) ? json(200, {}) : refuse(404);
    }
    if (method !== 'POST' || rest.join('/') !== 'Sign/JWS') return refuse(404);
    const body = members(request, ['sessionkey', 'jws_payload']);
    if (!body) return refuse(mediaType(request) === 'application/json' ? 400 : 415);
    if (!session || session.key !== body['sessionkey'] || session.till < this.options.now()) {
      return refuse(401);
    }
    return this.signed(body['jws_payload']!, fault);
  }

  private open(request: ServiceRequest, user: string): Reply {
    const body = members(request, ['password']);
    if (!body) return refuse(mediaType(request) === 'application/json' ? 400 : 415);
    const { users, now } = this.options;
    if (!Object.hasOwn(users, user) || body['password'] !== users[user]) return refuse(401);
    const id = randomBytes(16).toString('hex');
    const key = randomBytes(32).toString('base64');
    this.sessions.set(id, { user, key, till: now() + SESSION_MS });
    return json(200, { sessionid: id, sessionkey: key });
  }

  private certificate(fault: Fault | null): object {
    const { receipts, other, issuer } = this.options.keys;
    const { certificate } = fault === 'wrong-certificate' ? other : receipts;
    const serial = new X509Certificate(certificate).serialNumber;
    return {
      Signaturzertifikat: base64(certificate),
      Zertifizierungsstellen: [base64(issuer.certificate)],
      Zertifikatsseriennummer: BigInt(`0x${serial}`).toString(),
      ZertifikatsseriennummerHex: serial,
      alg: 'ES256',
    };
  }

  private signed(payload: string, fault: Fault | null): Reply {
    const text = fault === 'other-payload' ? payload.replace(/.$/, '?') : payload;
    const input = [HEADER, text].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const key = createPrivateKey(this.options.keys.receipts.key);
    const signed = fault === 'wrong-signature' ? `${input}x` : input;
    const raw = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    const signature = fault === 'der' ? derOfPlain(raw) : raw;
    return json(200, { result: `${input}.${signature.toString('base64url')}` });
  }
}

/** A JSON object with exactly these members, all of them texts that say something. */
function members(request: ServiceRequest, names: readonly string[]): Record<string, string> | null {
  if (mediaType(request) !== 'application/json') return null;
  try {
    const object = JSON.parse(request.body.toString('utf8')) as Record<string, unknown>;
    const right =
      Object.keys(object).sort().join() === [...names].sort().join() &&
      Object.values(object).every((value) => typeof value === 'string' && value !== '');
    return right ? (object as Record<string, string>) : null;
  } catch {
    return null;
  }
}

function base64(pem: string): string {
  return new X509Certificate(pem).raw.toString('base64');
}
