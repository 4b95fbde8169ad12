/** What the emulated service makes of a request: access, states, revisions, limits and errors of the real one. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { TseRefusal, type TseEngine } from '../../devices/tse/software/engine.ts';
import type { Reply } from '../server.ts';
import { EmulatedTss, ServiceError } from './tss.ts';

/** A request that reached the service. */
export interface HttpRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: { authorization?: string | undefined };
}

/** Access of the organisation. */
export interface ApiKey {
  key: string;
  secret: string;
}

const TOKEN_SECONDS = 86_400;
const MOST_TSS = 5;

/** The service without its network. */
export class EmulatedFiskaly {
  readonly tss = new Map<string, EmulatedTss>();
  /** Answers the next requests for transactions so, and does nothing. */
  refusals: ServiceError[] = [];
  /** Lines `PUT /tss/...`, oldest first. */
  readonly requests: string[] = [];
  private readonly tokens = new Map<string, number>();
  private readonly clock: Clock;
  private readonly apiKey: ApiKey;
  private readonly makeEngine: () => TseEngine;

  constructor(clock: Clock, apiKey: ApiKey, makeEngine: () => TseEngine) {
    this.clock = clock;
    this.apiKey = apiKey;
    this.makeEngine = makeEngine;
  }

  /** No token that was given is worth anything any more. */
  dropTokens(): void {
    this.tokens.clear();
  }

  /** @param body null when it was too long */
  async answer({ method = '', url = '', headers }: HttpRequest, body: Buffer | null): Promise<Reply> {
    try {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      this.requests.push(`${method} ${url.replace(/^\/api\/v2/, '')}`);
      const [, , version, ...parts] = pathname.split('/').map(decodeURIComponent);
      if (version !== 'v2') throw new ServiceError(404, '', 'no such path');
      const message = readMessage(body);
      if (parts[0] === 'auth' && method === 'POST') return json(200, this.token(message));
      this.checkToken(headers.authorization);
      return await this.route(method, parts, searchParams, message);
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      if (error instanceof TseRefusal) return errorReply(refusal(error));
      throw error;
    }
  }

  private async route(
    method: string,
    parts: string[],
    query: URLSearchParams,
    message: Message,
  ): Promise<Reply> {
    const [, id = '', ...rest] = parts;
    if (parts[0] !== 'tss') throw new ServiceError(404, '', 'no such path');
    if (id === '' && method === 'GET')
      return json(200, { data: [...this.tss.values()].map((tss) => tss.told()) });
    if (rest.length === 0 && method === 'PUT') {
      const known = this.tss.get(id);
      if (known) throw new ServiceError(409, 'E_TSS_CONFLICT', 'this TSS is there already');
      if (this.tss.size >= MOST_TSS) throw new ServiceError(403, 'E_TSS_LIMIT_REACHED', 'too many TSS');
      if (!/^[0-9a-f-]{36}$/.test(id)) throw new ServiceError(400, 'E_FAILED_SCHEMA_VALIDATION', 'no UUID');
      const tss = new EmulatedTss(id, this.makeEngine(), this.clock, randomBytes(5).toString('hex'));
      this.tss.set(id, tss);
      return json(200, { ...tss.told(), admin_puk: tss.puk });
    }
    const tss = this.tss.get(id);
    if (!tss) throw new ServiceError(404, 'E_TSS_NOT_FOUND', 'there is no such TSS');
    const [what, name = '', detail] = rest;
    if (what === undefined) return json(200, method === 'PATCH' ? tss.change(message) : tss.told());
    if (what === 'admin') return json(200, tss.admin(method, name, message));
    if (what === 'client') {
      if (detail === 'tx') return json(200, tss.transactions(name, query));
      return json(200, tss.client(method, name, message, query));
    }
    if (what === 'tx') {
      if (method === 'PUT') {
        const refused = this.refusals.shift();
        if (refused) throw refused;
      }
      return json(
        200,
        tss.transaction(method, name, Number(query.get('tx_revision') ?? Number.NaN), message),
      );
    }
    if (what !== 'export') throw new ServiceError(404, '', 'no such path');
    if (detail !== 'file') return json(200, tss.export(method, name, query));
    return { status: 200, type: 'application/x-tar', body: await tss.file(name) };
  }

  private token({ api_key: key, api_secret: secret }: Message) {
    if (key !== this.apiKey.key || secret !== this.apiKey.secret)
      throw new ServiceError(401, '', 'Unauthorized');
    const token = randomUUID();
    this.tokens.set(token, this.clock.now() + TOKEN_SECONDS * 1000);
    return {
      access_token: token,
      access_token_claims: { env: 'TEST', organization_id: 'emulator' },
      access_token_expires_in: TOKEN_SECONDS,
      refresh_token: randomUUID(),
      refresh_token_expires_in: 2 * TOKEN_SECONDS,
    };
  }

  private checkToken(authorization = ''): void {
    const until = this.tokens.get(authorization.replace(/^Bearer /, ''));
    if (until === undefined || this.clock.now() >= until)
      throw new ServiceError(401, 'E_UNAUTHORIZED', 'the token is not valid');
  }
}

/** A body. */
export type Message = Readonly<Record<string, unknown>>;

function readMessage(body: Buffer | null): Message {
  if (!body) throw new ServiceError(400, 'E_PARSER', 'the body is too long');
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8')) as Message;
  } catch {
    throw new ServiceError(400, 'E_PARSER', 'the body is no JSON');
  }
}

const CODES: Partial<Record<TseRefusal['trouble'], [status: number, code: string]>> = {
  'client-unknown': [400, 'E_CLIENT_DEREGISTERED'],
  'client-limit': [403, 'E_CLIENT_LIMIT_REACHED'],
  'transaction-limit': [400, 'E_TX_LIMIT_REACHED'],
  'transaction-unknown': [400, 'E_TX_UPSERT'],
  disabled: [400, 'E_TSS_DISABLED'],
  'not-initialised': [400, 'E_TSS_NOT_INITIALIZED'],
  'certificate-expired': [423, 'E_TSS_DEFECTIVE'],
};

function refusal({ trouble, message }: TseRefusal): ServiceError {
  const [status, code] = CODES[trouble] ?? [400, 'E_TX_UPSERT'];
  return new ServiceError(status, code, message);
}

function json(status: number, object: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(object) };
}

function errorReply({ status, code, message, retryAfter }: ServiceError): Reply {
  const told = { status_code: status, error: 'Error', ...(code && { code }), message };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { ...json(status, told), headers };
}
