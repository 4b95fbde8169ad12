/**
 * The sign server (profile attribute `SignServer`): other tills of the shop sign
 * with the units of this machine. A pure handler; the route brings bytes and
 * headers. See sign-protocol.ts for the messages.
 */
import type { Log } from '../../log.ts';
import { failureOf, UnitError, type UnitFailure } from './contract.ts';
import type { SignaturePool } from './pool.ts';
import { unitMessage, type RefusalMessage, type UnitMessage } from './sign-protocol.ts';
import { unitNamedIn } from './signing-input.ts';

/** What the server needs. */
export interface SignServerOptions {
  pool: SignaturePool;
  /** Whether this machine is a sign server now (policy.ts, `serves`). */
  enabled(): boolean;
  /** Whether a password is that of the server. Without one nothing is signed. */
  isPassword(password: string, from: string): boolean | Promise<boolean>;
  /** Seconds that somebody must wait who has tried too many wrong passwords; 0 for others. */
  waitOf(from: string): number;
  log: Pick<Log, 'warn'>;
}

/** A request, as the route has it. */
export interface SignServerRequest {
  /** `unit` for `GET /sign/unit`, `sign` for `POST /sign`. */
  what: 'unit' | 'sign';
  /** Header `Authorization`. */
  authorization: string | undefined;
  /** Of `sign`. */
  body?: Uint8Array;
  /** Who asks, for the log. */
  from: string;
  /** Comes when the till has hung up. */
  signal?: AbortSignal;
}

/** An answer for the route to send as JSON. */
export interface SignServerAnswer {
  status: number;
  headers?: Record<string, string>;
  body: UnitMessage | { signature: string } | RefusalMessage;
}

/** Longest body that is read; the route should not take more. */
export const MAX_SIGN_REQUEST_BYTES = 8000;

/** Answers tills of the shop. */
export class SignServer {
  private readonly options: SignServerOptions;

  constructor(options: SignServerOptions) {
    this.options = options;
  }

  /** Never rejects. */
  async handle(request: SignServerRequest): Promise<SignServerAnswer> {
    if (!this.options.enabled()) return refusal(404, 'refused', 'this is no sign server');
    const password = passwordIn(request.authorization);
    if (password === null) {
      const headers = { 'www-authenticate': 'Basic realm="Tillmark", charset="UTF-8"' };
      return { ...refusal(401, 'refused', 'the password of the sign server is needed'), headers };
    }
    const wait = this.options.waitOf(request.from);
    if (wait > 0) {
      const headers = { 'retry-after': String(wait) };
      return { ...refusal(429, 'unreachable', `too many wrong passwords: wait ${wait} seconds`), headers };
    }
    if (!(await this.options.isPassword(password, request.from))) {
      this.options.log.warn(`sign server: wrong password from ${request.from}`);
      return refusal(403, 'refused', 'the password of the sign server is another one');
    }
    try {
      return request.what === 'unit' ? await this.unit(request) : await this.sign(request);
    } catch (error) {
      const failure = failureOf(error);
      return { status: failure.kind === 'changed' ? 409 : 503, body: { failure } };
    }
  }

  private async unit({ signal }: SignServerRequest): Promise<SignServerAnswer> {
    // Units of other sign servers are left out: two servers would ask each other for ever.
    const chosen = await this.options.pool.choose(({ kind }) => kind !== 'till', signal);
    if ('identity' in chosen) return { status: 200, body: unitMessage(chosen.identity) };
    const [problem] = chosen.problems;
    throw problem
      ? new UnitError(problem.failure.kind, `${problem.unit}: ${problem.failure.text}`)
      : new UnitError('unreachable', 'the sign server has no signature unit');
  }

  private async sign({ body, signal }: SignServerRequest): Promise<SignServerAnswer> {
    const input = inputIn(body);
    const named = input === null ? null : unitNamedIn(input);
    // Nothing but receipts that name their unit is signed here.
    if (input === null || named === null) return refusal(400, 'broken', 'there is no code to sign');
    const local = this.options.pool.status().find(({ identity }) => identity?.serial === named.serial);
    if (local && (local.kind === 'till' || local.identity!.zda !== named.zda)) {
      return refusal(400, 'broken', 'the code names a unit that is not of this machine');
    }
    const signature = await this.options.pool.signAs(named.serial, input, signal);
    return { status: 200, body: { signature: Buffer.from(signature).toString('base64url') } };
  }
}

/** The password of basic authentication; null when there is none. */
function passwordIn(authorization: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}

function inputIn(body: Uint8Array | undefined): string | null {
  if (!body || body.length > MAX_SIGN_REQUEST_BYTES) return null;
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const input = (message as { input?: unknown } | null)?.input;
    return typeof input === 'string' ? input : null;
  } catch {
    return null;
  }
}

function refusal(status: number, kind: UnitFailure['kind'], text: string): SignServerAnswer {
  return { status, body: { failure: { kind, text } } };
}
