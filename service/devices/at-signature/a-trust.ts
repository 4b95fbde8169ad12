/**
 * A-Trust's remote signing service, "a.sign RK HSM" (web service version 2).
 *
 * Certain, from A-Trust's published sample client and several public cash
 * registers: the addresses, paths, methods and members below; raw signatures in
 * base64url; the header `Content-Type: application/json`; 401 for a wrong
 * password. Not certain: how an expired session is answered (401, 403 and 404
 * count as one here), how long it lives (public clients say an hour, until
 * midnight at most), and the meaning of other statuses; a wrong account type is
 * known to give 500.
 */
import {
  oneLine,
  UnitError,
  ZDA,
  type SignatureUnit,
  type Trace,
  type UnitIdentity,
  type UnitKind,
} from './contract.ts';
import { certifiedIdentity } from './identity.ts';
import { certificateBytes, expectOk, signatureOf } from './service-answer.ts';
import { payloadOf } from './signing-input.ts';
import { jsonObject, WebClient, type WebRequest } from './web-client.ts';

/** Addresses of the service. */
export const A_TRUST_URL = {
  live: 'https://rksv.a-trust.at/asignrkonline/v2',
  test: 'https://hs-abnahme.a-trust.at/asignrkonline/v2',
} as const;

/** An account of the service. */
export interface ATrustOptions {
  id: string;
  /** One of {@link A_TRUST_URL}, or an emulator. */
  url: string;
  user: string;
  password: string;
  /** Sign in once and sign with the session's key, in place of sending the password with every receipt. */
  sessions?: boolean;
  /** PEM of the issuer of the server's certificate to trust in place of the usual ones. */
  ca?: string;
  /** See profile attribute `Sign_debug`. */
  trace?: Trace;
}

interface Session {
  id: string;
  key: string;
}

const SESSION_OVER = new Set([401, 403, 404]);
const SIGN_IN_MS = 10_000;
/** How long closing waits for the sign-out. */
const SIGN_OUT_MS = 1000;

/**
 * A unit at A-Trust.
 * @throws UnitError `broken` when the address cannot be used
 */
export function aTrustUnit(options: ATrustOptions): SignatureUnit {
  return new ATrustUnit(options);
}

class ATrustUnit implements SignatureUnit {
  readonly id: string;
  readonly kind: UnitKind = 'remote';
  private readonly options: ATrustOptions;
  private readonly web: WebClient;
  private readonly user: string;
  private session: Promise<Session> | null = null;

  constructor(options: ATrustOptions) {
    const { id, url, user, password, ca, trace } = options;
    this.id = id;
    this.options = options;
    this.user = encodeURIComponent(user);
    this.web = new WebClient({
      base: url,
      secrets: [password],
      ...(ca !== undefined && { ca }),
      ...(trace !== undefined && { trace }),
    });
  }

  async identify(signal: AbortSignal): Promise<UnitIdentity> {
    const [certificate, provider] = await Promise.all([
      this.ask({ method: 'GET', path: `${this.user}/Certificate` }, signal),
      this.ask({ method: 'GET', path: `${this.user}/ZDA` }, signal),
    ]);
    const issuers = certificate['Zertifizierungsstellen'] ?? [];
    const { zdaid } = provider;
    const algorithm = certificate['alg'] ?? certificate['algo'] ?? 'ES256';
    if (!Array.isArray(issuers)) throw new UnitError('broken', 'Zertifizierungsstellen is no list');
    if (typeof zdaid !== 'string' || !ZDA.test(zdaid)) throw new UnitError('broken', 'zdaid is missing');
    if (algorithm !== 'ES256') throw new UnitError('broken', 'the account signs with another algorithm');
    const chain = [certificate['Signaturzertifikat'], ...(issuers as unknown[])].map(certificateBytes);
    const identity = certifiedIdentity(zdaid, chain);
    const serial = certificate['ZertifikatsseriennummerHex'];
    if (typeof serial === 'string' && serial !== '' && !isSameSerial(serial, identity.serial)) {
      throw new UnitError('broken', 'ZertifikatsseriennummerHex is not that of the certificate');
    }
    return identity;
  }

  async sign(input: string, signal: AbortSignal): Promise<Uint8Array> {
    const payload = payloadOf(input);
    if (payload === null)
      throw new UnitError('broken', 'what is to be signed is no signing input of the RKSV');
    const { result } = this.options.sessions
      ? await this.signInSession(payload, signal)
      : await this.ask(
          post(`${this.user}/Sign/JWS`, { password: this.options.password, jws_payload: payload }),
          signal,
        );
    // The service builds the JWS itself: it must be the one that is meant.
    if (typeof result !== 'string' || !result.startsWith(`${input}.`)) {
      throw new UnitError('broken', 'the answer is not the JWS that was asked for');
    }
    return signatureOf(result.slice(input.length + 1));
  }

  async close(): Promise<void> {
    const session = await this.session?.catch(() => null);
    this.session = null;
    if (session) {
      const signOut = { method: 'DELETE', ...sessionPath(session.id, '') } as const;
      await this.web.request(signOut, AbortSignal.timeout(SIGN_OUT_MS)).catch(() => null);
    }
    this.web.close();
  }

  private async signInSession(payload: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    for (let first = true; ; first = false) {
      const opening = (this.session ??= this.open());
      const session = await opening.catch((error: unknown) => {
        this.forget(opening);
        throw error;
      });
      const request = post('', { sessionkey: session.key, jws_payload: payload });
      const answer = await this.web.request({ ...request, ...sessionPath(session.id, '/Sign/JWS') }, signal);
      if (!first || !SESSION_OVER.has(answer.status)) {
        expectOk(answer, this.web.textOf(answer));
        return this.accepted(jsonObject(answer));
      }
      this.forget(opening);
    }
  }

  /** With a time of its own: others wait for the same session. */
  private async open(): Promise<Session> {
    const request = post(`Session/${this.user}`, { password: this.options.password });
    const { sessionid, sessionkey } = await this.ask(
      { ...request, method: 'PUT' },
      AbortSignal.timeout(SIGN_IN_MS),
    );
    if (typeof sessionid !== 'string' || typeof sessionkey !== 'string' || sessionid === '') {
      throw new UnitError('broken', 'the answer has no session');
    }
    return { id: sessionid, key: sessionkey };
  }

  /** Others may have opened a new one meanwhile. */
  private forget(session: Promise<Session>): void {
    if (this.session === session) this.session = null;
  }

  private async ask(request: WebRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
    const answer = await this.web.request(request, signal);
    expectOk(answer, this.web.textOf(answer));
    return this.accepted(jsonObject(answer));
  }

  /** A public client knows answers with status 200 that hold nothing but an error. */
  private accepted(object: Record<string, unknown>): Record<string, unknown> {
    const { error } = object;
    if (error === undefined || error === null || error === '') return object;
    const text = oneLine(JSON.stringify(error), [this.options.password]);
    throw new UnitError('refused', `the service answered with an error: ${text}`, 'service');
  }
}

function post(path: string, body: object): WebRequest & { method: 'POST' } {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Session ids are as good as passwords for their hour. */
function sessionPath(id: string, rest: string): { path: string; shownPath: string } {
  return { path: `Session/${encodeURIComponent(id)}${rest}`, shownPath: `Session/***${rest}` };
}

function isSameSerial(hex: string, serial: string): boolean {
  return hex.toLowerCase().replace(/^0+(?=.)/, '') === serial;
}
