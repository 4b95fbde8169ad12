/** The sign server of another till as a unit: see sign-protocol.ts for the messages. */
import {
  oneLine,
  UnitError,
  type FailureKind,
  type SignatureUnit,
  type Trace,
  type UnitIdentity,
  type UnitKind,
} from './contract.ts';
import { signatureOf } from './service-answer.ts';
import { identityIn, SIGN_PATH, UNIT_PATH } from './sign-protocol.ts';
import { jsonObject, WebClient, type WebAnswer, type WebRequest } from './web-client.ts';

/** A sign server in the LAN. */
export interface RemoteTillOptions {
  id: string;
  /** Address of its service, e.g. `http://192.168.1.20:5618`. Without TLS the password is readable in the LAN. */
  url: string;
  /** Password of its profile. */
  password: string;
  /** PEM of the issuer of the server's certificate to trust in place of the usual ones. */
  ca?: string;
  /** See profile attribute `Sign_debug`. */
  trace?: Trace;
}

/** What a till tells a user name for: nothing. */
const USER = 'till';

/**
 * A unit of another till.
 * @throws UnitError `broken` when the address cannot be used
 */
export function remoteTillUnit(options: RemoteTillOptions): SignatureUnit {
  return new RemoteTillUnit(options);
}

class RemoteTillUnit implements SignatureUnit {
  readonly id: string;
  readonly kind: UnitKind = 'till';
  private readonly web: WebClient;
  private readonly authorization: string;

  constructor({ id, url, password, ca, trace }: RemoteTillOptions) {
    this.id = id;
    const credentials = Buffer.from(`${USER}:${password}`, 'utf8').toString('base64');
    this.authorization = `Basic ${credentials}`;
    this.web = new WebClient({
      base: url,
      plain: 'lan',
      secrets: [password, credentials],
      ...(ca !== undefined && { ca }),
      ...(trace !== undefined && { trace }),
    });
  }

  async identify(signal: AbortSignal): Promise<UnitIdentity> {
    return identityIn(await this.ask({ method: 'GET', path: UNIT_PATH }, signal));
  }

  async sign(input: string, signal: AbortSignal): Promise<Uint8Array> {
    const body = JSON.stringify({ input });
    const headers = { 'content-type': 'application/json' };
    const { signature } = await this.ask({ method: 'POST', path: SIGN_PATH, headers, body }, signal);
    return signatureOf(signature);
  }

  close(): Promise<void> {
    this.web.close();
    return Promise.resolve();
  }

  private async ask(request: WebRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
    const headers = { ...request.headers, authorization: this.authorization };
    const answer = await this.web.request({ ...request, headers }, signal);
    if (answer.status !== 200)
      throw new UnitError(kindOf(answer), this.textOf(answer), answer.status === 401 ? 'login' : 'service');
    return jsonObject(answer);
  }

  private textOf(answer: WebAnswer): string {
    return `the sign server answered with HTTP ${answer.status}: ${oneLine(this.web.textOf(answer))}`;
  }
}

/** What a refusal means for the till that asked. */
function kindOf({ status, body }: WebAnswer): FailureKind {
  if (status === 409) return 'changed';
  if (status === 400 || status === 401 || status === 403) return 'refused';
  // Many registers at one card: the server works.
  const failure = status === 503 ? failureKind(body) : undefined;
  return failure === 'busy' ? 'busy' : 'unreachable';
}

function failureKind(body: Buffer): unknown {
  try {
    const message = JSON.parse(body.toString('utf8')) as { failure?: { kind?: unknown } } | null;
    return message?.failure?.kind;
  } catch {
    return undefined;
  }
}
