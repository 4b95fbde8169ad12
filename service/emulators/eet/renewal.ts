/** The authority's service that renews certificates (CA EET) in small: tokens, states, files and errors as its description has them. */
import { createHash, randomUUID, verify, type X509Certificate } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { IssuedKey, KeyWithCertificate } from '../authority-keys.ts';
import type { Reply } from '../server.ts';

/** A request for another certificate. */
export interface RenewalRequest {
  id: string;
  taxNumber: string;
  state: 'INPROCESS' | 'ISSUED' | 'DELIVERING' | 'FINISHED' | 'REJECTED';
  reason: string;
  /** When it was issued, ms since 1970. */
  issuedAt: number;
  issued: { pkcs12: string; certificate: X509Certificate } | null;
}

/** How to make the service. */
export interface RenewalOptions {
  clock: Clock;
  issue: (taxNumber: string, password: string) => Promise<IssuedKey>;
}

const PASSWORD = 'Renewed1';
const POLL_SECONDS = 2;
const KEPT_MS = 30 * 24 * 3_600_000;
const LONGEST_TOKEN_SECONDS = 300;
const ERRORS: Readonly<Record<number, { code: number; message: string }>> = {
  400: { code: 1, message: 'Invalid input data.' },
  401: { code: 2, message: 'Unauthorized access.' },
  404: { code: 4, message: 'Unknown object.' },
  409: { code: 5, message: 'Conflict.' },
  429: { code: 6, message: 'Too many requests.' },
};
const NO_STORE = { 'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0, private' };

/** The service without its network. */
export class RenewalService {
  readonly requests: RenewalRequest[] = [];
  /** Why the next request is refused; null: it is not. */
  reject: string | null = null;
  private readonly options: RenewalOptions;
  /** Certificates by their SHA-256. */
  private readonly known = new Map<string, X509Certificate>();

  constructor(options: RenewalOptions) {
    this.options = options;
  }

  /** Tokens of this certificate are taken. */
  know({ certificate }: Pick<KeyWithCertificate, 'certificate'>): void {
    this.known.set(createHash('sha256').update(certificate.raw).digest('base64url'), certificate);
  }

  /** @param path behind `/api` */
  async answer(method: string, path: string, authorization: string): Promise<Reply> {
    const certificate = this.signerOf(authorization);
    if (!certificate) return error(401);
    const taxNumber = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? '';
    if (method === 'POST' && path === '/request/renew') return json(201, { reqId: this.asked(taxNumber).id });
    const mine = this.requests.filter((request) => request.taxNumber === taxNumber);
    if (method === 'GET' && path === '/request/not-finished') {
      const open = mine.filter(({ state }) => state !== 'FINISHED' && state !== 'REJECTED');
      return json(200, { count: open.length, data: open.map(({ id }) => id) });
    }
    const [, id, what] = /^\/request\/([^/]+)\/([a-z-]+)$/.exec(path) ?? [];
    const request = mine.find((one) => one.id === id);
    if (!request) return error(404);
    const { clock } = this.options;
    if (request.issued && clock.now() - request.issuedAt > KEPT_MS) request.state = 'FINISHED';
    switch (`${method} ${what}`) {
      case 'GET status':
        return this.status(request);
      case 'POST claim-download':
        return claimed(request);
      case 'POST ack-download':
        if (request.state !== 'DELIVERING') return error(409);
        request.state = 'FINISHED';
        return { status: 204, type: 'application/json', body: '' };
      default:
        return error(404);
    }
  }

  /** Forgets requests; certificates stay known. */
  forget(): void {
    this.requests.length = 0;
  }

  private asked(taxNumber: string): RenewalRequest {
    const request: RenewalRequest = {
      ...{ id: randomUUID(), taxNumber, reason: this.reject ?? '', issuedAt: 0, issued: null },
      state: this.reject === null ? 'INPROCESS' : 'REJECTED',
    };
    this.reject = null;
    this.requests.push(request);
    return request;
  }

  /** The first question comes too early. */
  private async status(request: RenewalRequest): Promise<Reply> {
    const { id: reqId, state, reason } = request;
    if (state === 'REJECTED') return json(200, { reqId, state, rejectedReason: reason });
    if (state !== 'INPROCESS') return json(200, { reqId, state });
    const { clock, issue } = this.options;
    const { certificate, pkcs12 } = await issue(request.taxNumber, PASSWORD);
    this.know({ certificate });
    request.issued = { certificate, pkcs12: pkcs12.toString('base64') };
    request.issuedAt = clock.now();
    request.state = 'ISSUED';
    const reply = json(200, { reqId, state, pollAfterSeconds: POLL_SECONDS });
    return { ...reply, headers: { 'Retry-After': String(POLL_SECONDS) } };
  }

  /** The certificate that has signed a token; null for a token that is not taken. */
  private signerOf(authorization: string): X509Certificate | null {
    const [, head = '', body = '', signature = ''] =
      /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization) ?? [];
    const [header, payload] = [partOf(head), partOf(body)];
    if (header?.alg !== 'RS256' || !payload || (header.typ ?? 'JWT') !== 'JWT') return null;
    const certificate = this.known.get(String(header['x5t#S256']));
    const { iat, exp } = payload;
    const now = this.options.clock.now();
    if (!certificate || typeof iat !== 'number' || typeof exp !== 'number') return null;
    const isTimely = exp > iat && exp - iat <= LONGEST_TOKEN_SECONDS && exp * 1000 > now;
    const isValid = certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime();
    const signed = Buffer.from(`${head}.${body}`);
    const isSigned = verify('sha256', signed, certificate.publicKey, Buffer.from(signature, 'base64url'));
    return isTimely && isValid && isSigned ? certificate : null;
  }
}

function claimed(request: RenewalRequest): Reply {
  const { state, issued } = request;
  if (!issued || (state !== 'ISSUED' && state !== 'DELIVERING')) return error(409);
  request.state = 'DELIVERING';
  const { serialNumber, validFromDate, validToDate } = issued.certificate;
  const certificate = {
    ...{ sn: BigInt(`0x${serialNumber}`).toString(), state: 'VALID' },
    ...{ validFrom: validFromDate.toISOString(), validTo: validToDate.toISOString() },
  };
  return { ...json(200, { pkcs12: issued.pkcs12, password: PASSWORD, certificate }), headers: NO_STORE };
}

function json(status: number, value: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

function error(status: number): Reply {
  return json(status, ERRORS[status]!);
}

function partOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
