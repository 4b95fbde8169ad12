import fs from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { COOKIE, type Visit } from './access.ts';
import { needOf, type Need } from './rules.ts';
import { basic, Doorway, HERE, LAN, outcome, PASSWORD, visit, withHeaders } from './testing/doorway.ts';
import { ROUTES } from './testing/routes.ts';

let its: Doorway;

beforeEach(() => void (its = new Doorway()));

it('knows what each route of the service needs', async () => {
  const api = JSON.parse(await fs.readFile('docs/openapi.json', 'utf8')) as {
    paths: Record<string, unknown>;
  };
  const placed = new Map(
    Object.entries(ROUTES).flatMap(([need, paths]) => paths.map((path) => [path, need])),
  );
  for (const path of Object.keys(api.paths)) expect([path, needOf(path)]).toEqual([path, placed.get(path)]);
});

/** Credentials by what comes of them at each kind of route. */
const ROWS: readonly [string, (its: Doorway) => Partial<Visit>, Record<Need, number>][] = [
  ['nothing, from the LAN', () => LAN, { open: 200, own: 200, machine: 401, manager: 401 }],
  ['nothing, a program here', () => HERE, { open: 200, own: 200, machine: 200, manager: 401 }],
  [
    'nothing, a page of the service here',
    () => withHeaders(HERE, { 'sec-fetch-site': 'same-origin' }),
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
  [
    'an address typed into a browser here',
    () => withHeaders(HERE, { 'sec-fetch-site': 'none' }),
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
  [
    'the password, from the LAN',
    () => withHeaders(LAN, { authorization: basic(PASSWORD) }),
    { open: 200, own: 200, machine: 200, manager: 200 },
  ],
  [
    'a wrong password, from the LAN',
    () => withHeaders(LAN, { authorization: basic('Pastel de nata 8') }),
    { open: 200, own: 200, machine: 403, manager: 401 },
  ],
  [
    'a wrong password, here',
    () => withHeaders(HERE, { authorization: basic('') }),
    { open: 200, own: 200, machine: 403, manager: 401 },
  ],
  [
    'the password as query parameter',
    () => ({ ...LAN, password: PASSWORD }),
    { open: 200, own: 200, machine: 200, manager: 401 },
  ],
  [
    'a wrong query parameter',
    () => ({ ...LAN, password: 'no' }),
    { open: 200, own: 200, machine: 403, manager: 401 },
  ],
  [
    'a session',
    (its) => withHeaders(LAN, { cookie: `a=b; ${COOKIE}=${its.manager.sessions.begin().id}` }),
    { open: 200, own: 200, machine: 200, manager: 200 },
  ],
  [
    'a session that nobody has begun',
    () => withHeaders(LAN, { cookie: `${COOKIE}=abc` }),
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
  [
    'a session after half an hour of rest',
    (its) => {
      const { id } = its.manager.sessions.begin();
      its.clock.advance(31 * 60_000);
      return withHeaders(LAN, { cookie: `${COOKIE}=${id}` });
    },
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
  [
    'a page of another site, here',
    () => withHeaders(HERE, { 'sec-fetch-site': 'cross-site' }),
    { open: 200, own: 200, machine: 403, manager: 403 },
  ],
  [
    'another site with the session of the browser',
    (its) =>
      withHeaders(HERE, {
        'sec-fetch-site': 'cross-site',
        cookie: `${COOKIE}=${its.manager.sessions.begin().id}`,
      }),
    { open: 200, own: 200, machine: 403, manager: 403 },
  ],
  [
    'a foreign name that points here',
    () => withHeaders(HERE, { host: 'evil.example:5618', authorization: basic(PASSWORD) }),
    { open: 403, own: 403, machine: 403, manager: 403 },
  ],
  [
    'headers that claim to be here',
    () =>
      withHeaders(LAN, {
        host: 'localhost:5618',
        'x-forwarded-for': '127.0.0.1',
        forwarded: 'for=127.0.0.1',
      }),
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
];

const TABLE = ROWS.flatMap(([credential, more, expected]) =>
  Object.entries(ROUTES).flatMap(([need, paths]) =>
    paths.map((path): [string, string, number, (its: Doorway) => Partial<Visit>] => [
      path,
      credential,
      expected[need as Need],
      more,
    ]),
  ),
);

it.each(TABLE)('%s with %s: %i', async (path, _credential, status, more) => {
  expect(await outcome(its.door(), visit(path, more(its)))).toBe(status);
});

describe('without a password', () => {
  beforeEach(() => void (its.hash = null));

  it.each(Object.entries(ROUTES))('%s routes are for this machine', async (need, paths) => {
    const isOpen = need === 'open' || need === 'own';
    for (const path of paths) {
      expect(await outcome(its.door(), visit(path, HERE))).toBe(200);
      expect(await outcome(its.door(), visit(path, LAN))).toBe(isOpen ? 200 : 403);
      // There is no right password: not even an empty one.
      const guess = withHeaders(LAN, { authorization: basic('') });
      expect(await outcome(its.door(), visit(path, guess))).toBe(isOpen ? 200 : 403);
    }
  });
});

it.each(['kasse.laden.example', 'till1', '10.0.0.7', '[fe80::1]:5618', ''])(
  'answers to the name %j',
  async (host) => {
    expect(await outcome(its.door(), visit('/state', withHeaders(LAN, { host })))).toBe(200);
  },
);

it.each(['shop.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b', 'x@y', '::1'])(
  'does not answer to the name %j',
  async (host) => expect(await outcome(its.door(), visit('/state', withHeaders(LAN, { host })))).toBe(403),
);

it.each(['/CONTROL/units', '/control/units/', '/Control/Units/', '/BACKUP/', '/Profile/'])(
  'finds the rule of %s',
  async (path) => expect(await outcome(its.door(), visit(path, LAN))).toBe(401),
);
