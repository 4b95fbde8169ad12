/** Makes routes of operations: credentials, then the request, then the entity and the permission on it, then the work. */
import express, { type Request, type Response, type Router } from 'express';
import { permissionsAt } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import { hasAsOperator } from '../access/operator.ts';
import { sessionTokenOf } from '../access/sessions.ts';
import { FIRST_ID } from '../bootstrap.ts';
import type { Queries, Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import { kindOf } from '../entities/entity.ts';
import { findEntity } from '../entities/store.ts';
import { type FieldError, forbidden, invalid, notFound, Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import { authenticate } from './authenticate.ts';
import {
  check,
  fromTexts,
  hasForbiddenText,
  isTooDeep,
  type JsonSchema,
  jsonSchema,
  withKnownNames,
} from './check.ts';
import { type Need, type Operation, Reply } from './operation.ts';
import { sendStreamed, Streamed } from './streamed.ts';

/** Far more than any request has. */
const MAX_BODY_BYTES = 1_000_000;
const JSON_TYPE = /^(application\/json|text\/json|application\/[\w.!#$&^-]+\+json)\s*(;|$)/i;

/** Routes for operations. */
export function operationRoutes(operations: readonly Operation[], services: PortalServices): Router {
  const router = express.Router();
  const readBody = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  for (const operation of bySpecificity(operations)) {
    const schemas = {
      params: jsonSchema(operation.params),
      query: jsonSchema(operation.query),
      body: operation.body && jsonSchema(operation.body),
    };
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[method](expressPath(operation.path), readBody, async (request: Request, response: Response) => {
      const caller = await authenticate(services, request, operation.changes !== false, operation.access);
      if (caller.kind !== 'key') requireJson(request);
      const answer = await perform(operation, schemas, services, caller, request);
      response.setHeader('cache-control', 'no-store');
      if (answer instanceof Streamed) return void (await sendStreamed(answer, response, services.log));
      if (answer instanceof Reply) response.set(answer.headers);
      response.json(answer instanceof Reply ? answer.body : answer);
    });
  }
  return router;
}

/** `/a/{b}` as Express writes it. */
function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Fixed words first: `/Company/Search` is no company with the id "Search". */
function bySpecificity(operations: readonly Operation[]): Operation[] {
  const rank = ({ path }: Operation) => path.split('/').filter((part) => part.startsWith('{')).length;
  return operations.toSorted((a, b) => rank(a) - rank(b));
}

interface Schemas {
  params: JsonSchema;
  query: JsonSchema;
  body: JsonSchema | null;
}

/**
 * What a request brings, checked.
 * @throws Problem 415, or 400 for all that is wrong with path, query and body
 */
function inputOf(
  operation: Operation,
  schemas: Schemas,
  request: Request,
  now: number,
): Record<'params' | 'query' | 'body', unknown> {
  const query = queryOf(request);
  const errors: FieldError[] = [];
  let between: readonly FieldError[] = [];
  const read = (part: () => unknown): unknown => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      errors.push(...error.errors);
      return null;
    }
  };
  const input = {
    params: read(() =>
      check(operation.params, fromTexts(schemas.params, request.params as Record<string, string>)),
    ),
    query: read(() => {
      errors.push(...doubled(query));
      return check(operation.query, fromTexts(schemas.query, Object.fromEntries(query)));
    }),
    body: read(() => {
      if (!operation.body || !schemas.body) return null;
      const sent = mayLackBody(operation, schemas.body) && isWithoutBody(request) ? {} : bodyOf(request);
      const body = withKnownNames(schemas.body, sent) as Record<string, unknown>;
      between = operation.between?.(body, now) ?? [];
      return check(operation.body, body);
    }),
  };
  errors.push(...between);
  if (errors.length > 0) throw invalid(errors);
  return input;
}

/** Whoever searches without any criteria may leave the body away; a change must say what it changes. */
function mayLackBody({ changes }: Operation, { required }: JsonSchema): boolean {
  return changes === false && (!Array.isArray(required) || required.length === 0);
}

function isWithoutBody({ body }: Request): boolean {
  return !Buffer.isBuffer(body) || body.length === 0;
}

async function perform(
  operation: Operation,
  schemas: Schemas,
  services: PortalServices,
  caller: Caller,
  request: Request,
): Promise<unknown> {
  const input = inputOf(operation, schemas, request, services.clock.now());
  const visit = {
    address: services.site.proxies.addressOf(request),
    sessionToken: sessionTokenOf(request.headers.cookie),
    cookies: request.headers.cookie,
    languages: request.headers['accept-language'],
  };
  let later: (() => void)[] = [];
  const work = async (db: Transaction) => {
    // Nothing is left of a transaction that has to be tried again.
    later = [];
    const afterwards = (task: () => void) => void later.push(task);
    const entity = operation.need
      ? await subject(db, operation.need, input, caller)
      : // Operations without a subject do not look at it.
        (null as unknown as EntityRow);
    const now = services.clock.now();
    return operation.run({ db, services, now, caller, visit, afterwards, entity, ...input });
  };
  const answer = await (operation.changes === true ? services.db.write(work) : work(readOnly(services.db)));
  for (const task of later) task();
  return answer;
}

/** The entity that an operation is about, if the caller may do that there. */
async function subject(
  db: Transaction,
  { permission, in: place, field, kinds, byOperator = false }: Need,
  input: { params: unknown; body: unknown },
  caller: Caller,
): Promise<EntityRow> {
  const id = (input[place] as Record<string, number>)[field]!;
  const entity = await findEntity(db, id, db.forUpdate);
  const what = `${kinds.join(' or ')} ${id}`;
  if (!entity || !kinds.includes(kindOf(entity))) throw notFound(what);
  const permissions = permissionsAt(caller, entity.path);
  if (!permissions.has('ReadCompany')) throw notFound(what);
  if (!permissions.has(permission)) throw forbidden(`${permission} on ${what} is needed`);
  if (byOperator && !hasAsOperator(caller, permission)) {
    throw forbidden(`${permission} on organization ${FIRST_ID} is needed: it runs the portal`);
  }
  return entity;
}

function queryOf(request: Request): URLSearchParams {
  return new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
}

/** Parameters that are there more than once: which of them is meant nobody knows. Names count in any case. */
function doubled(query: URLSearchParams): FieldError[] {
  const written = [...query.keys()];
  const names = written.map((name) => name.toLowerCase());
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const fields = [...twice].map((name) => written[names.indexOf(name)]!);
  return fields.map((field) => ({ field, code: 'twice', message: `${field} is there more than once` }));
}

/**
 * The JSON object of a request whose bytes were read.
 * @throws Problem 415, 400
 */
export function bodyOf(request: Request): unknown {
  const type = request.headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new Problem(415, 'send the body as application/json, text/json or application/*+json');
  }
  const bytes: unknown = request.body;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes as Buffer | undefined));
  } catch {
    throw invalid([{ field: '', code: 'json', message: 'the body is no JSON text in UTF-8' }]);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ field: '', code: 'json', message: 'the body must be a JSON object' }]);
  }
  if (isTooDeep(body)) {
    throw invalid([{ field: '', code: 'json', message: 'the body has too many lists within lists' }]);
  }
  if (hasForbiddenText(body)) {
    throw invalid([{ field: '', code: 'json', message: 'the body has characters that no text may have' }]);
  }
  return body;
}

/** Browsers send bodies of other types to other sites without asking there first; programs with a key may leave the type away. */
function requireJson(request: Request): void {
  const hasBody = (request.body as Buffer | undefined)?.length;
  if (hasBody && !JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new Problem(415, 'send the body as application/json');
  }
}

/** For operations that only read: no transaction is needed. */
function readOnly(db: Queries): Transaction {
  const refuse = () => Promise.reject(new Error('an operation that only reads must not write'));
  return {
    dialect: db.dialect,
    forUpdate: '',
    select: (sql, parameters) => db.select(sql, parameters),
    run: refuse,
    nextId: refuse,
    nextIds: refuse,
  };
}
