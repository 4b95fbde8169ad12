/**
 * The sign server (profile attribute `SignServer`): other tills of the shop sign
 * with the units of this machine. A pure handler; the route brings bytes and
 * headers. See sign-protocol.ts for the messages.
 */
import { signRefusal, type SignAdmissionOptions } from '../ports/sign-admission.ts';
import { failureOf, UnitError, type UnitFailure } from './contract.ts';
import type { SignaturePool } from './pool.ts';
import { unitMessage, type RefusalMessage, type UnitMessage } from './sign-protocol.ts';
import { unitNamedIn } from './signing-input.ts';

/** What the server needs. */
export interface SignServerOptions extends SignAdmissionOptions {
  pool: SignaturePool;
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
    const refused = await signRefusal(this.options, request);
    if (refused) {
      const { status, headers, text } = refused;
      return { ...refusal(status, status === 429 ? 'unreachable' : 'refused', text), headers };
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
