/** The portal's OpenAPI 3.1 document, made from the table of operations and the few routes besides. */
import { VERSION } from '../../version.ts';
import { type JsonSchema, jsonSchema } from '../api/check.ts';
import type { Operation } from '../api/operation.ts';
import type { z } from 'zod';
import { problemSchema } from './problem-schema.ts';
import { DESCRIBED_ROUTES, type DescribedRoute } from './routes.ts';
import { Schemas, shownSchema } from './schemas.ts';

interface Media {
  schema: JsonSchema;
}

/** A parameter of an operation. */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** An operation of the document. */
export interface DescribedOperation {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
}

/** The document. */
export interface PortalOpenApi {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

const DESCRIPTION =
  'Organizations, companies, locations and their registers; users, keys, licences and the archive of receipts. Names of fields and query parameters count in any case. Refusals are problem details (RFC 9457); 400 lists every wrong field. Whoever may not read an entity gets 404, as if it did not exist. Permissions hold for everything beneath an entity.';

const TAGS: Record<Operation['tag'] | DescribedRoute['tag'], string> = {
  Organizations: 'They hold organizations and companies.',
  Companies: 'They hold locations and registers.',
  Locations: 'Branches of a company; transactions name them as TL.',
  Contacts: 'People of a company.',
  Notifications: 'What is the matter with registers.',
  Session: 'For the web page: set-up, signing in, the own account.',
  Users: 'People who sign in, and invitations.',
  Keys: 'API keys for programs.',
  Registers: 'Registers of a company, and what connects them.',
  Licences: 'Products, purchases, and which register has what.',
  Archive: 'Records that registers have handed in.',
  'Base data': 'What registers are told of company, location and terminal.',
  Audit: 'Who changed what.',
  'Cloud registers': 'Tokens for tills of a cloud register.',
  Recorder: 'For registers themselves; docs/recorder.md describes it.',
  'Digital receipts': 'For who has the handle of a receipt: no key, no session.',
  Description: 'This description.',
};

const SECURITY = {
  apiKey: {
    ...{ type: 'apiKey', in: 'header', name: 'api_key' },
    description: 'For programs. Made by `POST /Entity/{entityId}/ApiKeys`.',
  },
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: 'tillmark_portal' },
    description:
      'For the web page. Requests that change something bring the header `x-csrf-token` with the `csrf` of `GET /session`, too.',
  },
  registerSecret: { type: 'http', scheme: 'bearer', description: 'Told when a register is activated.' },
  cloudCredentials: {
    ...{ type: 'http', scheme: 'basic' },
    description: 'API key and secret of the cloud registers of a company, here or in the form.',
  },
};

/** Why somebody may not do what is about no entity. */
const FORBIDDEN: Record<Operation['access'], string> = {
  caller: 'A permission is missing, or the key is not in force',
  session: 'A page of another site asks, or `x-csrf-token` is missing',
  open: 'A page of another site asks',
};

/** Writes the document. */
export function portalOpenApi(operations: readonly Operation[]): PortalOpenApi {
  const schemas = new Schemas();
  schemas.refer(problemSchema, 'output', 'Problem');
  const paths: PortalOpenApi['paths'] = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describeOperation(operation, schemas);
  }
  for (const route of DESCRIBED_ROUTES)
    (paths[route.path] ??= {})[route.method] = describeRoute(route, schemas);
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((o) => o.tags)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillmark portal',
      version: VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: DESCRIPTION,
    },
    servers: [{ url: 'http://localhost:5619' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: schemas.components, securitySchemes: SECURITY },
  };
}

function describeOperation(operation: Operation, schemas: Schemas): DescribedOperation {
  const { id, tag, summary, params, query, body, need, access, produces } = operation;
  const title = capitalized(id);
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  const refusals: [number, string][] = [[400, 'Fields are missing, not valid or there twice']];
  if (access !== 'open') refusals.push([401, 'Credentials are missing']);
  if (need) {
    refusals.push([403, `${need.permission} is missing, or the key is not in force`]);
    refusals.push([404, `${need.field} is not there, or is not accessible`]);
  } else {
    refusals.push([403, FORBIDDEN[access]]);
    if (parameters.some(({ in: place }) => place === 'path')) {
      refusals.push([404, 'It is not there, or is not accessible']);
    }
  }
  if (operation.changes !== false) refusals.push([409, 'It is in conflict with what is there']);
  if (access === 'open') refusals.push([429, 'Too many attempts; `Retry-After` says when to try again']);
  if (body) refusals.push([413, 'The body is too large'], [415, 'The body is no JSON']);
  const more = Object.entries(operation.refusals ?? {}).map(
    ([status, text]) => [Number(status), text] as const,
  );
  const result = produces
    ? { [produces]: { schema: { type: 'string', contentEncoding: 'binary' } } }
    : { 'application/json': { schema: schemas.refer(operation.result, 'output', `${title}Result`) } };
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(need && {
      description: `Needs ${need.permission} on the ${need.kinds.join(' or ')} \`${need.field}\`${need.byOperator === true ? ' and on the organization that runs the portal' : ''}.`,
    }),
    security: { caller: [{ apiKey: [] }, { session: [] }], session: [{ session: [] }], open: [] }[access],
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.refer(body, 'input', `${title}Request`) } },
      },
    }),
    responses: { 200: { description: 'Done', content: result }, ...refused([...refusals, ...more]) },
  };
}

function describeRoute(route: DescribedRoute, schemas: Schemas): DescribedOperation {
  const { id, tag, summary, description, security, params, headers, body, result, refusals } = route;
  const title = capitalized(id);
  const media = ({ mediaType, schema }: typeof result, io: 'input' | 'output', name: string) => {
    const isNamed = mediaType.includes('json') || mediaType.includes('form');
    const isPlain = !isNamed || mediaType.includes('ndjson');
    return { [mediaType]: { schema: isPlain ? jsonSchema(schema) : schemas.refer(schema, io, name) } };
  };
  const isJson = body?.mediaType === 'application/json';
  const bodyRefusals = isJson ? { 413: 'the body is too large', 415: 'the body is no JSON' } : {};
  const { refusal } = route;
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description && { description }),
    security: security ? [{ [security]: [] }] : [],
    parameters: [
      ...(params ? parametersOf(params, 'path') : []),
      ...(headers ? parametersOf(headers, 'header') : []),
    ],
    ...(body && { requestBody: { required: true, content: media(body, 'input', `${title}Request`) } }),
    responses: {
      200: {
        description: 'Done',
        content: {
          ...media(result, 'output', `${title}Result`),
          ...(route.otherwise && { [route.otherwise]: { schema: { type: 'string' } } }),
        },
      },
      ...(route.unchanged && { 304: { description: route.unchanged, content: {} } }),
      ...refused(
        Object.entries({ ...bodyRefusals, ...refusals }).map(([status, text]) => [Number(status), text]),
        refusal && { [refusal.mediaType]: { schema: schemas.refer(refusal.schema, 'output', refusal.name) } },
      ),
    },
  };
}

function parametersOf(schema: z.ZodType, place: Parameter['in']): Parameter[] {
  const { properties = {}, required } = jsonSchema(schema);
  const needed = (required ?? []) as string[];
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || needed.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: shownSchema(rest),
  }));
}

function refused(
  refusals: readonly (readonly [number, string])[],
  content: Record<string, Media> = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
) {
  return Object.fromEntries(
    refusals.map(([status, description]) => [String(status), { description, content }]),
  );
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
