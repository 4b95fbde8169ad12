import { createHash, scryptSync } from 'node:crypto';
import fs from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { Access, COOKIE, type Visit } from './access.ts';
import { Digest } from './digest.ts';
import { DigestUsers, REALM } from './htdigest.ts';
import { DEVICE_COOKIE, Manager } from './manager.ts';
import { changesByGet, needOf, type Need } from './rules.ts';
import { Turns } from './turns.ts';

const PASSWORD = 'Pastel de nata 7';
/** As access/password.ts makes it, but cheap: some hundred are checked here. */
const SALT = Buffer.alloc(16, 7);
const KEY = scryptSync(PASSWORD, SALT, 32, { N: 16, r: 8, p: 1 });
const HASH = ['scrypt', 16, 8, 1, SALT.toString('base64'), KEY.toString('base64')].join('$');

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');
const userLine = (user: string, realm: string, password: string) =>
  `${user}:${realm}:${md5(`${user}:${realm}:${password}`)}`;
const USERS = new DigestUsers(
  [userLine('caixa', REALM, 'azul'), userLine('loja2', `${REALM}.r2`, 'verde')].join('\n'),
);

/** Every route of the service by what it needs; a new one must be placed here. */
const ROUTES: Readonly<Record<Need, readonly string[]>> = {
  open: [
    '/cfg',
    '/register',
    '/restart',
    '/register/void',
    '/register/void/last',
    '/last',
    '/find',
    '/tra',
    '/jou/reprintcnt',
    '/render',
    '/render/pdf',
    '/render/text',
    '/render/escpos',
    '/e-invoice',
    '/e-invoice/pdf',
    '/state',
    '/disk',
    '/cer/{serial}',
    '/qr',
    '/repo',
    '/changelog',
    '/docs',
    '/docs/coming-from-another-register',
    '/openapi.json',
    '/recorder/lastdh',
    '/recorder/lastdh/qr',
    '/peri/print',
    '/peri/print/state',
    '/peri/display',
    '/peri/drawer',
    '/peri/drawer/wait',
    '/control/lan',
    '/control/fiscal.pem',
    '/control/status',
    '/control/events',
    '/control/session',
    '/control/day',
    '/control/receipts',
    '/control/receipt',
    '/control/devices',
    '/control/devices/job',
    '/control/devices/print',
    '/control/devices/drawer',
  ],
  own: ['/auth/token', '/sign/unit', '/sign', '/sign/tse', '/sign/tse/export', '/lan/export'],
  machine: [
    '/retrieve',
    '/export',
    '/control/export',
    '/log',
    '/disk/dir',
    '/disk/clean',
    '/backup',
    '/backup/log',
    '/backup/incremental',
    '/backup/info',
    '/backup/restore',
    '/service/config',
    '/service/restart',
    '/profile',
    '/authorization',
    '/lic',
  ],
  manager: [
    '/control',
    '/control/session/password',
    '/control/keys',
    '/control/partners',
    '/control/country',
    '/control/country/{action}',
    '/control/receipts/void',
    '/control/report',
    '/control/totals',
    '/control/exports',
    '/control/exports/{id}',
    '/control/paper',
    '/control/paper/pictures/{number}',
    '/control/e-invoices',
    '/control/e-invoices/secret',
    '/control/e-invoices/decide',
    '/control/e-invoices/settings',
    '/control/e-invoices/test',
    '/control/paper',
    '/control/paper/pictures/{number}',
    '/control/units',
    '/control/devices/search',
    '/control/devices/{action}',
    '/control/units/{action}',
    '/control/profile',
    '/control/profile/{action}',
    '/control/journal/rebuild',
    '/control/journal/confirm',
    '/control/recorder/row',
    '/control/export-types',
    '/control/disk',
    '/control/log',
    '/control/audit-trail',
    '/control/audit-trail/csv',
    '/control/backups',
    '/control/backups/check',
    '/control/backups/folder',
    '/control/backups/hour',
    '/control/backups/run',
    '/control/backups/drill',
    '/control/backups/restore',
    '/control/support',
    '/control/support/{id}',
    '/control/setup',
    '/control/setup/folders',
    '/control/setup/{action}',
    '/control/people',
    '/control/people/{id}',
    '/control/places',
    '/control/places/free',
    '/control/requests',
    '/control/requests/{id}',
    '/control/try',
    '/control/try/convert',
    '/control/try/check',
    '/control/try/send',
    '/control/checklist',
    '/control/checklist/tick',
  ],
};

let clock: ManualClock;
let hash: string | null;
let manager: Manager;

beforeEach(() => {
  clock = new ManualClock();
  hash = HASH;
  manager = new Manager(() => hash, clock);
});

const door = (digest: Digest | null = null) =>
  new Access({ manager, digest, hosts: () => ['kasse.laden.example'] });

const HERE = { address: '127.0.0.1', headers: { host: 'localhost:5618' } };
const LAN = { address: '192.168.1.40', headers: { host: '192.168.1.5:5618' } };

const visit = (path: string, more: Partial<Visit> = {}): Visit => ({
  ...HERE,
  method: 'GET',
  path,
  uri: path,
  password: undefined,
  rn: 'def',
  ...more,
});

const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
const withHeaders = (from: typeof HERE, headers: Record<string, string>): Partial<Visit> => ({
  address: from.address,
  headers: { ...from.headers, ...headers },
});

/** Status of the refusal, 200 for who is let in. */
async function outcome(access: Access, asked: Visit): Promise<number> {
  const answer = await access.admit(asked);
  return 'status' in answer ? answer.status : 200;
}

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
const ROWS: readonly [string, () => Partial<Visit>, Record<Need, number>][] = [
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
    () => withHeaders(LAN, { cookie: `a=b; ${COOKIE}=${manager.sessions.begin().id}` }),
    { open: 200, own: 200, machine: 200, manager: 200 },
  ],
  [
    'a session that nobody has begun',
    () => withHeaders(LAN, { cookie: `${COOKIE}=abc` }),
    { open: 200, own: 200, machine: 401, manager: 401 },
  ],
  [
    'a session after half an hour of rest',
    () => {
      const { id } = manager.sessions.begin();
      clock.advance(31 * 60_000);
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
    () =>
      withHeaders(HERE, {
        'sec-fetch-site': 'cross-site',
        cookie: `${COOKIE}=${manager.sessions.begin().id}`,
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
    paths.map((path): [string, string, number, () => Partial<Visit>] => [
      path,
      credential,
      expected[need as Need],
      more,
    ]),
  ),
);

it.each(TABLE)('%s with %s: %i', async (path, _credential, status, more) => {
  expect(await outcome(door(), visit(path, more()))).toBe(status);
});

describe('without a password', () => {
  beforeEach(() => void (hash = null));

  it.each(Object.entries(ROUTES))('%s routes are for this machine', async (need, paths) => {
    const isOpen = need === 'open' || need === 'own';
    for (const path of paths) {
      expect(await outcome(door(), visit(path, HERE))).toBe(200);
      expect(await outcome(door(), visit(path, LAN))).toBe(isOpen ? 200 : 403);
      // There is no right password: not even an empty one.
      const guess = withHeaders(LAN, { authorization: basic('') });
      expect(await outcome(door(), visit(path, guess))).toBe(isOpen ? 200 : 403);
    }
  });
});

describe('with a .htdigest', () => {
  let digest: Digest;
  beforeEach(() => void (digest = new Digest(USERS, clock)));

  const nonceOf = (challenge: string) => /nonce="([^"]+)"/.exec(challenge)![1]!;
  interface Login {
    user?: string;
    password?: string;
    realm?: string;
    nonce?: string;
    nc?: string;
  }
  const authorization = (path: string, login: Login = {}, method = 'GET') => {
    const { user = 'caixa', password = 'azul', realm = REALM, nc = '00000001' } = login;
    const nonce = login.nonce ?? nonceOf(digest.challenge(realm));
    const response = md5(
      [md5(`${user}:${realm}:${password}`), nonce, nc, 'c1', 'auth', md5(`${method}:${path}`)].join(':'),
    );
    return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", qop=auth, nc=${nc}, cnonce="c1", response="${response}"`;
  };
  const ask = (path: string, header?: string, more: Partial<Visit> = {}) =>
    door(digest).admit(
      visit(path, { headers: { ...HERE.headers, ...(header && { authorization: header }) }, ...more }),
    );

  it.each(ROUTES.open)('%s asks for it, also on this machine', async (path) => {
    const asked = await ask(path);
    expect(asked).toMatchObject({ status: 401 });
    expect((asked as { challenge: string }).challenge).toMatch(/^Digest realm="EFR", qop="auth"/);
    expect(await ask(path, authorization(path))).toEqual({ realm: REALM });
    expect(await ask(path, authorization(path, { password: 'rosa' }))).toMatchObject({ status: 401 });
    expect(await ask(path, authorization(path, { user: 'ninguem' }))).toMatchObject({ status: 401 });
  });

  it.each(ROUTES.manager)('%s needs the password all the same', async (path) => {
    expect(await ask(path, authorization(path))).toMatchObject({ status: 401 });
    expect(await ask(path, basic(PASSWORD))).toEqual({ realm: null, isManager: true });
  });

  it('keeps a user to the register of the realm', async () => {
    const own = { user: 'loja2', password: 'verde', realm: `${REALM}.r2` };
    expect(await ask('/last', authorization('/last', own), { rn: 'r2' })).toEqual({ realm: 'EFR.r2' });
    const elsewhere = await ask('/last', authorization('/last', own));
    expect(elsewhere).toMatchObject({ status: 401 });
    expect((elsewhere as { challenge: string }).challenge).toContain('realm="EFR"');
    const others = await ask('/last', authorization('/last'), { rn: 'r2' });
    expect((others as { challenge: string }).challenge).toContain('realm="EFR.r2"');
    // Registers without users of their own are for those of the default realm.
    expect(await ask('/last', authorization('/last'), { rn: 'r3' })).toEqual({ realm: REALM });
  });

  it('knows the register of a body only when it is read', async () => {
    const access = door(digest);
    const own = { user: 'loja2', password: 'verde', realm: `${REALM}.r2` };
    const header = authorization('/register', own);
    const admitted = await access.admit(
      visit('/register', { rn: null, headers: { ...HERE.headers, authorization: header } }),
    );
    expect(admitted).toEqual({ realm: 'EFR.r2' });
    expect(access.mayUse({ realm: 'EFR.r2' }, 'r2')).toBeNull();
    expect(access.mayUse({ realm: 'EFR.r2' }, 'def')).toMatchObject({ status: 401 });
  });

  it('takes each answer once, and no old challenge', async () => {
    const nonce = nonceOf(digest.challenge(REALM));
    const first = authorization('/state', { nonce });
    expect(await ask('/state', first)).toEqual({ realm: REALM });
    expect(await ask('/state', first)).toMatchObject({ challenge: expect.stringContaining('stale=true') });
    expect(await ask('/state', authorization('/state', { nonce, nc: '00000002' }))).toEqual({ realm: REALM });
    clock.advance(6 * 60_000);
    const late = authorization('/state', { nonce, nc: '00000003' });
    expect(await ask('/state', late)).toMatchObject({ challenge: expect.stringContaining('stale=true') });
  });

  it('takes no challenge that it has not made, and no answer for another address', async () => {
    const made = `${clock.now().toString(36)}.AAAAAAAAAAAA.${'A'.repeat(43)}`;
    expect(await ask('/state', authorization('/state', { nonce: made }))).toMatchObject({ status: 401 });
    expect(await ask('/last', authorization('/state'))).toMatchObject({ status: 401 });
    const posted = visit('/state', {
      method: 'POST',
      headers: { ...HERE.headers, authorization: authorization('/state') },
    });
    expect(await door(digest).admit(posted)).toMatchObject({ status: 401 });
  });

  describe('wrong answers', () => {
    const till = (path: string, password: string, address = LAN.address, user = 'caixa') =>
      visit(path, {
        address,
        headers: { ...LAN.headers, authorization: authorization(path, { password, user }) },
      });
    let access: Access;
    beforeEach(() => void (access = door(digest)));

    it('count as wrong passwords do, with the same waiting times', async () => {
      for (let i = 0; i < 5; i++) expect(await outcome(access, till('/state', `cor ${i}`))).toBe(401);
      const waiting = await access.admit(till('/state', 'azul'));
      expect(waiting).toMatchObject({ status: 429, code: '#WAIT', retryAfter: 10 });
      expect(await outcome(access, till('/state', 'azul', '192.168.1.41'))).toBe(200);
      clock.set('2019-01-01T00:00:00');
      clock.advance(10_000);
      expect(await outcome(access, till('/state', 'rosa'))).toBe(401);
      expect(await access.admit(till('/state', 'azul'))).toMatchObject({ retryAfter: 20 });
      clock.advance(20_000);
      expect(await outcome(access, till('/state', 'azul'))).toBe(200);
    });

    it('of strangers keep no till waiting that was right before, and leave the manager alone', async () => {
      expect(await outcome(access, till('/state', 'azul', '2001:db8::1'))).toBe(200);
      for (let i = 0; i < 9; i++) await outcome(access, till('/state', 'rosa', '2001:db8::2'));
      expect(await outcome(access, till('/state', 'azul', '2001:db8::2'))).toBe(429);
      expect(await outcome(access, till('/state', 'azul', '2001:db8::1'))).toBe(200);
      const asManager = {
        address: '2001:db8::2',
        headers: { ...LAN.headers, authorization: basic(PASSWORD) },
      };
      expect(await outcome(access, visit('/profile', asManager))).toBe(200);
    });

    it('are not those without an answer, nor old ones; a repeated right one clears nothing', async () => {
      const nonce = nonceOf(digest.challenge(REALM));
      const once = { ...LAN.headers, authorization: authorization('/state', { nonce }) };
      const asked = visit('/state', { address: LAN.address, headers: once });
      expect(await outcome(access, asked)).toBe(200);
      for (let i = 0; i < 9; i++) {
        expect(await outcome(access, asked)).toBe(401);
        expect(await outcome(access, visit('/state', LAN))).toBe(401);
      }
      const other = '192.168.1.41';
      for (let i = 0; i < 5; i++) {
        await outcome(access, till('/state', 'rosa', other));
        await outcome(access, { ...asked, address: other });
      }
      expect(await outcome(access, till('/state', 'azul', other))).toBe(429);
    });

    it('for names that nobody has count, too', async () => {
      for (let i = 0; i < 5; i++) await outcome(access, till('/state', 'azul', LAN.address, `user ${i}`));
      expect(await outcome(access, till('/state', 'azul'))).toBe(429);
    });
  });

  it('leaves the sign server its own password', async () => {
    expect(await ask('/sign', basic('of the sign server'))).toEqual({ realm: null });
  });
});

describe('a session', () => {
  const changes = (more: Record<string, string>) =>
    visit('/control/country/start', { ...withHeaders(LAN, more), method: 'POST' });

  it('needs its token for changes, where the browser does not say whose page it is', async () => {
    const { id, csrf } = manager.sessions.begin();
    const cookie = `${COOKIE}=${id}`;
    expect(await outcome(door(), changes({ cookie }))).toBe(403);
    expect(await outcome(door(), changes({ cookie, 'x-csrf-token': 'x'.repeat(csrf.length) }))).toBe(403);
    expect(await outcome(door(), changes({ cookie, 'x-csrf-token': csrf }))).toBe(200);
    expect(await outcome(door(), changes({ cookie, 'sec-fetch-site': 'same-origin' }))).toBe(200);
    expect(
      await outcome(door(), changes({ cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-site' })),
    ).toBe(403);
  });

  it('ends with the password', async () => {
    const cookie = `${COOKIE}=${manager.sessions.begin().id}`;
    manager.passwordChanged();
    expect(await outcome(door(), visit('/control/units', withHeaders(LAN, { cookie })))).toBe(401);
  });

  it.each([
    ['the clock is put back', () => clock.set('2019-01-01T00:00:00'), 31 * 60_000],
    ['the computer has slept', () => clock.set('2026-05-05T07:00:00'), 0],
  ])('ends after half an hour of rest, also when %s', async (_what, happens, ms) => {
    const cookie = `${COOKIE}=${manager.sessions.begin().id}`;
    happens();
    clock.advance(ms);
    expect(await outcome(door(), visit('/control/units', withHeaders(LAN, { cookie })))).toBe(401);
  });

  it('ends after twelve hours, however busy', async () => {
    const cookie = `${COOKIE}=${manager.sessions.begin().id}`;
    const asked = visit('/control/units', withHeaders(LAN, { cookie }));
    for (let hours = 0; hours < 12; hours += 0.25) {
      expect(await outcome(door(), asked)).toBe(200);
      clock.advance(15 * 60_000);
    }
    clock.advance(1000);
    expect(await outcome(door(), asked)).toBe(401);
  });
});

describe('guessing', () => {
  const guess = (password: string, address = LAN.address, more: Record<string, string> = {}) =>
    visit('/retrieve', { address, headers: { ...LAN.headers, authorization: basic(password), ...more } });

  it('makes an address wait, and nobody else', async () => {
    const access = door();
    for (let i = 0; i < 5; i++) expect(await outcome(access, guess(`wrong ${i}`))).toBe(403);
    expect(await access.admit(guess(PASSWORD))).toMatchObject({ status: 429, retryAfter: 10 });
    expect(await outcome(access, guess(PASSWORD, '192.168.1.41'))).toBe(200);
    clock.advance(10_000);
    expect(await outcome(access, guess(PASSWORD))).toBe(200);
  });

  it('from 1,000 addresses keeps nobody out: not this machine, no browser that has signed in, nobody new', async () => {
    manager = new Manager(() => hash, clock, new Turns(() => Promise.resolve()));
    const access = door();
    const browser = manager.deviceCookie({});
    const stranger = (i: number) => `10.${i >> 8}.${i & 255}.1`;
    for (let i = 0; i < 1000; i++) expect(await outcome(access, guess('wrong', stranger(i)))).toBe(403);
    // The last of them goes on, from the address of the browser, too.
    for (let i = 0; i < 4; i++) await outcome(access, guess('wrong', stranger(999)));
    expect(await outcome(access, guess(PASSWORD, stranger(999)))).toBe(429);
    const before = `a=b; ${DEVICE_COOKIE}=${browser}`;
    expect(await outcome(access, guess(PASSWORD, stranger(999), { cookie: before }))).toBe(200);
    expect(await outcome(access, guess(PASSWORD, '127.0.0.1'))).toBe(200);
    expect(await outcome(access, guess(PASSWORD, stranger(2000)))).toBe(200);
  });

  it('counts addresses of an IPv6 network together, and all of this machine', async () => {
    const access = door();
    for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`, `2001:db8::${i + 1}`));
    expect(await outcome(access, guess(PASSWORD, '2001:db8::ffff'))).toBe(429);
    expect(await outcome(access, guess(PASSWORD, '2001:db8:0:1::1'))).toBe(200);
    for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`, `127.0.0.${i + 1}`));
    expect(await outcome(access, guess(PASSWORD, '::1'))).toBe(429);
  });

  it('as a browser that has signed in before is no way to guess more', async () => {
    const access = door();
    const asked = guess('wrong', LAN.address, { cookie: `${DEVICE_COOKIE}=${manager.deviceCookie({})}` });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push(await outcome(access, asked));
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    // Its cookie ends with the password, as sessions do.
    hash = `${HASH.slice(0, -2)}A=`;
    manager.passwordChanged();
    for (let i = 0; i < 6; i++) await outcome(access, guess('wrong'));
    expect(await outcome(access, asked)).toBe(429);
  });

  it('with what is too long for a password costs no hashing, and counts', async () => {
    manager = new Manager(() => hash, clock, {
      take: () => Promise.reject(new Error('nobody should hash this')),
    } as unknown as Turns);
    const access = door();
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await outcome(access, guess('\u0315\u0300'.repeat(5000))));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('a program that sends the right password with each request takes its time once, and waits as others do', async () => {
    const access = door();
    expect(await outcome(access, guess(PASSWORD))).toBe(200);
    for (let i = 0; i < 5; i++) expect(await outcome(access, guess(`wrong ${i}`))).toBe(403);
    expect(await outcome(access, guess(PASSWORD))).toBe(429);
  });

  it.each(['2019-01-01T00:00:00', '2031-01-01T00:00:00'])(
    'is kept waiting for as long when the clock is put to %s',
    async (time) => {
      const access = door();
      for (let i = 0; i < 5; i++) await outcome(access, guess(`wrong ${i}`));
      clock.set(time);
      expect(await access.admit(guess(PASSWORD))).toMatchObject({ status: 429, retryAfter: 10 });
      clock.advance(10_000);
      expect(await outcome(access, guess(PASSWORD))).toBe(200);
    },
  );

  it('by many requests at once is no way around', async () => {
    const access = door();
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => outcome(access, guess(`wrong ${i}`))));
    expect(all.filter((status) => status === 403)).toHaveLength(5);
    expect(all.filter((status) => status === 429)).toHaveLength(7);
  });
});

it.each(['kasse.laden.example', 'till1', '10.0.0.7', '[fe80::1]:5618', ''])(
  'answers to the name %j',
  async (host) => {
    expect(await outcome(door(), visit('/state', withHeaders(LAN, { host })))).toBe(200);
  },
);

it.each(['shop.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b', 'x@y', '::1'])(
  'does not answer to the name %j',
  async (host) => expect(await outcome(door(), visit('/state', withHeaders(LAN, { host })))).toBe(403),
);

it.each(['/CONTROL/units', '/control/units/', '/Control/Units/', '/BACKUP/', '/Profile/'])(
  'finds the rule of %s',
  async (path) => expect(await outcome(door(), visit(path, LAN))).toBe(401),
);

describe('a GET that changes something', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  const asked = (where: typeof HERE, more: Record<string, string>, password?: string) =>
    visit('/backup/incremental', { ...withHeaders(where, more), changes: true, password });

  it.each<[string, Record<string, string>]>([
    ['curl', { 'user-agent': 'curl/8.5.0', accept: '*/*' }],
    ['no name at all', {}],
    ['PowerShell', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; pt-PT) WindowsPowerShell/5.1.26100' }],
    ['Delphi', { 'user-agent': 'Mozilla/3.0 (compatible; Indy Library)' }],
    ['WinHTTP', { 'user-agent': 'Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)' }],
    ['fetch of Node', { 'user-agent': 'node', 'sec-fetch-mode': 'cors', 'accept-language': '*' }],
    ['Java', { 'user-agent': 'Java/1.8.0_401', accept: 'text/html, image/gif, image/jpeg, *; q=.2' }],
  ])('is done for a program of this machine: %s', async (_name, headers) => {
    expect(await outcome(door(), asked(HERE, headers))).toBe(200);
  });

  it.each([
    [
      'a picture in an old browser, or on a network without HTTPS',
      { 'user-agent': CHROME, accept: 'image/*' },
    ],
    ['a link, without a referrer', { 'user-agent': CHROME, 'upgrade-insecure-requests': '1' }],
    ['a link in a mail', { 'user-agent': CHROME, 'sec-fetch-site': 'none' }],
    ['a page with another name of its browser', { 'user-agent': 'x', referer: 'http://evil.example/' }],
    ['a browser with a session of the manager alone', { 'user-agent': 'x', cookie: 'a=b' }],
  ])('is not done for %s, with or without a password of the manager', async (_how, headers) => {
    for (const where of [HERE, LAN]) {
      expect(await outcome(door(), asked(where, headers))).toBe(403);
      const remembered = { ...headers, authorization: basic(PASSWORD) };
      expect(await outcome(door(), asked(where, remembered))).toBe(403);
      expect(await outcome(door(), asked(where, remembered, 'anything'))).toBe(403);
    }
  });

  it('is done for a browser by who knows the password, or has the token of a session', async () => {
    expect(await outcome(door(), asked(LAN, { 'user-agent': CHROME }, PASSWORD))).toBe(200);
    expect(await outcome(door(), asked(LAN, { 'user-agent': CHROME }, 'errada'))).toBe(403);
    const { id, csrf } = manager.sessions.begin();
    const own = { 'user-agent': CHROME, cookie: `${COOKIE}=${id}` };
    expect(await outcome(door(), asked(LAN, own))).toBe(403);
    expect(await outcome(door(), asked(LAN, { ...own, 'x-csrf-token': csrf }))).toBe(200);
  });

  it('is known by its path, and where files go to a folder by its query', () => {
    expect(changesByGet('/Backup/Incremental/', false)).toBe(true);
    for (const path of ['/retrieve', '/export', '/control/export']) {
      expect([changesByGet(path, false), changesByGet(path, true)]).toEqual([false, true]);
    }
    expect(changesByGet('/find', true)).toBe(false);
  });
});
