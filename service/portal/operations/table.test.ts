/**
 * The table of operations against its own words: what schemas and permissions
 * say is what requests get. Nothing is listed here a second time.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERMISSIONS, permissionsOf, ROLES } from '../access/roles.ts';
import { digestOf } from '../access/secrets.ts';
import { type JsonSchema, jsonSchema } from '../api/check.ts';
import type { Operation } from '../api/operation.ts';
import { MAX_ID } from '../entities/fields.ts';
import { type TestBrowser, setUpPortal } from '../testing/browser.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { contractErrors } from '../testing/contract.ts';
import {
  accepts,
  candidates,
  type Place,
  places,
  takesNumbers,
  usual,
  withValue,
} from '../testing/json-schema.ts';
import { testKey } from '../testing/key.ts';
import { type Answer, testPortal, type TestPortal } from '../testing/portal.ts';
import { OPERATIONS } from './list.ts';

/** Requests under way at a time. */
const AT_ONCE = 16;
/** Refusals that a schema alone decides; others may come from rules that it cannot express. */
const STRUCTURAL = ['required', 'type', 'tooShort', 'tooLong', 'tooSmall', 'tooLarge'];

let portal: TestPortal;
let browser: TestBrowser;
/** An administrator of a tree that no other test has anything in: some tries do what they ask for. */
let key: string;

beforeAll(async () => {
  portal = await testPortal();
  browser = await setUpPortal(portal);
  key = await testKey(portal, (await makeTree()).organization, 'ADMIN');
});
afterAll(() => portal.stop());

type Part = 'params' | 'query' | 'body';
type Input = Record<Part, Record<string, unknown>>;
type Schemas = Record<Part, JsonSchema>;

function schemasOf({ params, query, body }: Operation): Schemas {
  return { params: jsonSchema(params), query: jsonSchema(query), body: body ? jsonSchema(body) : {} };
}

/** The least that an operation takes, about an entity. */
function leastInput(operation: Operation, schemas: Schemas, subject: number): Input {
  const input = {
    params: usual(schemas.params),
    query: usual(schemas.query),
    body: operation.body ? usual(schemas.body) : {},
  } as Input;
  const { need } = operation;
  if (need) input[need.in] = { ...input[need.in], [need.field]: subject };
  return input;
}

function send(operation: Operation, input: Input, key: string | null): Promise<Answer> {
  const { method, body, access } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(input.params[name])),
  );
  const given = Object.entries(input.query).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  ).toString();
  const target = query === '' ? path : `${path}?${query}`;
  const sent = body ? input.body : undefined;
  return access === 'caller' ? portal.send(method, target, sent, key) : browser.send(method, target, sent);
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}

interface Try {
  part: Part;
  place: Place;
  value: unknown;
  input: Input;
  isRight: boolean;
}

/** Every field of an operation with values around its bounds. */
function triesOf(operation: Operation, schemas: Schemas): Try[] {
  const parts: Part[] = operation.body ? ['params', 'query', 'body'] : ['params', 'query'];
  return parts.flatMap((part) =>
    places(schemas[part]).flatMap(({ place, schema }) =>
      candidates(schema)
        .filter((value) => part === 'body' || isText(value, part))
        .map((tried) => {
          const value = part === 'body' ? tried : asRead(schema, tried);
          const input = leastInput(operation, schemas, MAX_ID);
          const changed = withValue(input[part], schemas[part], place, value) as Input['body'];
          const isRight = accepts(schemas[part], changed);
          return { part, place, value, input: { ...input, [part]: changed }, isRight };
        }),
    ),
  );
}

/** In an address a number is a text like any other, where no number is asked for. */
function asRead(schema: JsonSchema, value: unknown): unknown {
  return typeof value === 'number' && !takesNumbers(schema) ? String(value) : value;
}

/** What can be written into an address. Everything is a text there, so that texts of any content fit texts. */
function isText(value: unknown, part: Part): boolean {
  if (value === undefined) return part === 'query';
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (part === 'query' || value.trim() !== '');
}

it.each(OPERATIONS)('$id takes what its schema takes, and names every other field', async (operation) => {
  const schemas = schemasOf(operation);
  const wrong: unknown[] = [];
  await inTurns(triesOf(operation, schemas), async ({ part, place, value, input, isRight }) => {
    // Whoever may set things up or sign in is not asked to: only refusals can be tried.
    if (isRight && operation.access !== 'caller') return;
    const answer = await send(operation, input, key);
    const { status, body } = answer;
    const field = place.join('.');
    const errors = ((body.errors ?? []) as { field: string; code: string }[]).filter(
      (error) =>
        error.field === field || error.field.startsWith(`${field}.`) || field.startsWith(`${error.field}.`),
    );
    const isRefused = status === 400 && errors.length > 0;
    const isRefusedByForm = isRefused && errors.some(({ code }) => STRUCTURAL.includes(code));
    const isFine = isRight ? !isRefusedByForm && status < 500 : isRefused;
    const undescribed = contractErrors(operation, answer);
    if (undescribed.length > 0) wrong.push({ part, field, value: shown(value), undescribed });
    if (!isFine) wrong.push({ part, field, value: shown(value), isRight, status, body: shown(body) });
  });
  expect(wrong).toEqual([]);
});

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200);
}

it.each(OPERATIONS.filter(({ body }) => body))(
  '$id takes names in any case, and more names',
  async (operation) => {
    const schemas = schemasOf(operation);
    const input = leastInput(operation, schemas, MAX_ID);
    const loud = Object.entries(input.body).map(([name, value]) => [name.toUpperCase(), value] as const);
    const body = { ...Object.fromEntries(loud), somethingElse: [1, { a: null }] };
    if (operation.access !== 'caller') return;
    const { status, body: answer } = await send(operation, { ...input, body }, key);
    const errors = ((answer.errors ?? []) as { code: string }[]).filter(({ code }) =>
      STRUCTURAL.includes(code),
    );
    expect({ status: status < 500, errors }).toEqual({ status: true, errors: [] });
  },
);

it.each(OPERATIONS.filter(({ need }) => need))(
  '$id is for those with its permission alone',
  async (operation) => {
    const need = operation.need!;
    const schemas = schemasOf(operation);
    const tree = await makeTree();
    const other = await makeTree();
    const keys = Object.fromEntries(
      await Promise.all(
        ROLES.map(async (role) => [role, await testKey(portal, tree.organization, role)] as const),
      ),
    );
    const stranger = await testKey(portal, other.organization, 'ADMIN');
    const revoked = await testKey(portal, tree.organization, 'ADMIN');
    await portal.portal.services.db.run('UPDATE api_keys SET revoked_at = 1 WHERE hash = $hash', {
      hash: digestOf(revoked),
    });
    const got: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const kind of ['organization', 'company', 'location'] as const) {
      const id = tree[kind];
      const isKind = need.kinds.includes(kind);
      const ask = async (key: string | null) => {
        const { status, body } = await send(operation, leastInput(operation, schemas, id), key);
        const isSubject =
          status === 404 && String(body.detail).startsWith(`there is no ${need.kinds.join(' or ')} ${id},`);
        return status === 401 || status === 403 || isSubject ? status : 'let in';
      };
      const note = async (who: string, key: string | null, status: unknown) => {
        got[`${kind}, ${who}`] = await ask(key);
        expected[`${kind}, ${who}`] = status;
      };
      await note('nobody', null, 401);
      await note('an unknown key', 'unknown', 403);
      await note('a revoked key', revoked, 403);
      await note('another tree', stranger, 404);
      // The least powerful first: what they may do does not end the entity for the others.
      for (const role of ROLES.toReversed()) {
        // None of them has anything to say on the first organization.
        const may = need.byOperator !== true && permissionsOf(role).includes(need.permission);
        await note(role, keys[role]!, !isKind ? 404 : may ? 'let in' : 403);
      }
    }
    expect(got).toEqual(expected);
  },
);

it('knows the permissions of the specification alone', () => {
  for (const { need } of OPERATIONS) if (need) expect(PERMISSIONS).toContain(need.permission);
});

/** An organization, a company in it and a location in that. */
async function makeTree(): Promise<Record<'organization' | 'company' | 'location', number>> {
  const { organizationId } = await portal.ask<{ organizationId: number }>(
    'POST',
    '/api/v2/Public/Organization',
    {
      ...{ parentEntityId: 2, name: 'Tree' },
    },
  );
  const company = await testCompany(portal, { parentEntityId: organizationId });
  return { organization: organizationId, company, location: await testLocation(portal, company, 'T1') };
}
