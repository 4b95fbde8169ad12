import http from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADMIN, setUpPortal, TestBrowser } from '../testing/browser.ts';
import { type MailSink, mailSink, tokenOf } from '../testing/mail.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let sink: MailSink;
let admin: TestBrowser;

beforeEach(async () => {
  sink = await mailSink();
  portal = await testPortal({ bootstrapKey: undefined, smtpUrl: sink.url });
  admin = await setUpPortal(portal);
});
afterEach(async () => {
  await portal.stop();
  await sink.close();
});

const { email, password } = ADMIN;
const organization = { parentEntityId: 2, name: 'Made by another site' };

/** Sends exactly these headers; browsers do not let pages choose some of them, programs do. */
function sendRaw(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { 'content-length': String(Buffer.byteLength(body)), ...headers } };
    const request = http.request(portal.url + path, options, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.on('error', reject);
    request.end(body);
  });
}

it('changes nothing for a session without its token', async () => {
  const { cookie, csrf } = admin;
  const send = async (csrf: string | null) => {
    const browser = new TestBrowser(portal);
    Object.assign(browser, { cookie, csrf });
    return (await browser.send('POST', '/api/v2/Public/Organization', organization)).status;
  };
  const others = await new TestBrowser(portal).ask('POST', '/session', { email, password });
  expect([await send(null), await send(''), await send('x'), await send(others.csrf)]).toEqual([
    403, 403, 403, 403,
  ]);
  expect(await send(csrf)).toBe(200);
});

it.each([
  ['DELETE', '/session', undefined],
  ['PUT', '/session', { name: 'Eve' }],
  ['POST', '/Entity/2/ApiKeys', { name: 'x', role: 'ADMIN' }],
  ['POST', '/User/Invite', { companyId: 2, emailAddress: 'eve@example.com', role: 'ADMIN' }],
])('lets %s %s wait for the token', async (method, path, body) => {
  admin.csrf = null;
  expect((await admin.send(method, path, body)).status).toBe(403);
});

it.each(['https://evil.example', 'null', 'http://localhost:1', 'http://localhost.evil.example'])(
  'refuses pages of %s, with a session and without',
  async (origin) => {
    const visitor = new TestBrowser(portal);
    const foreign = { origin, 'sec-fetch-site': 'cross-site' };
    expect((await visitor.send('POST', '/session', { email, password }, foreign)).status).toBe(403);
    expect((await visitor.send('POST', '/session/forgotten', { email }, foreign)).status).toBe(403);
    expect((await admin.send('POST', '/api/v2/Public/Organization', organization, foreign)).status).toBe(403);
    expect((await admin.send('POST', '/api/v2/Public/Organization', organization, { origin })).status).toBe(
      403,
    );
    expect((await admin.send('GET', '/session', undefined, foreign)).status).toBe(403);
  },
);

it('refuses a name that a stranger has pointed to this machine', async () => {
  const fresh = await testPortal({ bootstrapKey: undefined });
  try {
    const host = `portal.evil.example:${fresh.port}`;
    const own = portal;
    portal = fresh;
    const body = JSON.stringify({ ...ADMIN, organizationName: 'Evil' });
    const rebound = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    expect(await sendRaw('GET', '/setup', { host })).toBe(403);
    expect(await sendRaw('POST', '/setup', rebound, body)).toBe(403);
    const local = `127.0.0.1:${fresh.port}`;
    const typed = { host: local, origin: `http://${local}`, 'content-type': 'application/json' };
    expect(await sendRaw('POST', '/setup', typed, body)).toBe(200);
    portal = own;
  } finally {
    await fresh.stop();
  }
});

it('takes bodies of the page as JSON only, as no form of another site can send them', async () => {
  const body = JSON.stringify({ email, password });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect([type, await sendRaw('POST', '/session', { 'content-type': type }, body)]).toEqual([type, 415]);
  }
  expect(await sendRaw('POST', '/session', {}, body)).toBe(415);
  expect(await sendRaw('POST', '/session', { 'content-type': 'application/json' }, body)).toBe(200);
});

it('never goes on with a session that somebody else has chosen', async () => {
  const planted = 'A'.repeat(43);
  const victim = new TestBrowser(portal);
  victim.cookie = planted;
  await victim.ask('POST', '/session', { email, password });
  expect(victim.cookie).not.toBe(planted);
  const attacker = new TestBrowser(portal);
  attacker.cookie = planted;
  expect((await attacker.send('GET', '/session')).status).toBe(401);

  // A session of the attacker's own in the browser of the victim ends when the victim signs in.
  const before = victim.cookie;
  await victim.ask('POST', '/session', { email, password });
  attacker.cookie = before;
  expect((await attacker.send('GET', '/session')).status).toBe(401);
});

it('tells nobody by its answers who has an account', async () => {
  const visitor = new TestBrowser(portal);
  const wrong = await visitor.send('POST', '/session', { email, password: 'not the password' });
  const unknown = await visitor.send('POST', '/session', {
    email: 'no@example.com',
    password: 'not the password',
  });
  expect(wrong.status).toBe(401);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);

  const known = await visitor.send('POST', '/session/forgotten', { email });
  const nobody = await visitor.send('POST', '/session/forgotten', { email: 'no@example.com' });
  expect([nobody.status, nobody.body]).toEqual([known.status, known.body]);
  await portal.portal.services.outbox.idle();
  expect(sink.mails.map(({ to }) => to)).toEqual([[email]]);
});

it('does the same work whether or not there is an account', async () => {
  // Times are what an attacker measures; the statements and hashes behind them are what can be compared for sure.
  const { db, passwords } = portal.portal.services;
  const steps: string[] = [];
  const { write } = db;
  const check = passwords.check.bind(passwords);
  passwords.check = (...args) => {
    steps.push('hash');
    return check(...args);
  };
  db.write = (work) => {
    return write.call(db, (transaction) => {
      const run: typeof transaction.run = (sql, parameters) => {
        steps.push(sql);
        return transaction.run(sql, parameters);
      };
      return work({ ...transaction, run });
    }) as ReturnType<typeof work>;
  };
  const changesOf = async (path: string, body: object) => {
    steps.length = 0;
    await new TestBrowser(portal).send('POST', path, body);
    const done = [...steps];
    await portal.portal.services.outbox.idle();
    return done.filter((step) => step === 'hash' || step.startsWith('INSERT'));
  };
  for (const path of ['/session', '/session/forgotten']) {
    const wrong = path === '/session' ? { password: 'not the password' } : {};
    const known = await changesOf(path, { email, ...wrong });
    expect(known.length).toBeGreaterThan(0);
    expect(await changesOf(path, { email: 'no@example.com', ...wrong })).toEqual(known);
  }
});

it('lets nobody try passwords for long, neither of one account nor of many', async () => {
  const visitor = new TestBrowser(portal);
  const statuses = [];
  for (let i = 0; i < 6; i++) {
    const body = { email: `user${i}@example.com`, password: 'a frequent password' };
    statuses.push((await visitor.send('POST', '/session', body)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const right = await visitor.send('POST', '/session', { email, password });
  expect(right.status).toBe(429);
  const seconds = Number(right.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  portal.clock.advance(seconds * 1000);
  expect((await visitor.send('POST', '/session', { email, password })).status).toBe(200);
});

it('lets strangers lock nobody out: not a browser that has signed in before, nor who sets a new password', async () => {
  const stranger = new TestBrowser(portal);
  const guess = () => stranger.send('POST', '/session', { email, password: 'a frequent password' });
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  const signIn = (browser: TestBrowser, password: string) =>
    browser.send('POST', '/session', { email, password });
  expect((await signIn(new TestBrowser(portal), password)).status).toBe(429);
  await admin.ask('DELETE', '/session');
  expect((await signIn(admin, password)).status).toBe(200);

  const changed = { oldPassword: password, password: 'the next password' };
  await admin.ask('PUT', '/session', changed);
  await admin.ask('DELETE', '/session');
  expect((await signIn(admin, 'the next password')).status).toBe(200);

  const forgetful = new TestBrowser(portal);
  await forgetful.ask('POST', '/session/forgotten', { email });
  await portal.portal.services.outbox.idle();
  const body = { token: tokenOf(sink.mails.at(-1)!), password: 'the third password' };
  await forgetful.ask('POST', '/session/reset', body);
  expect((await signIn(forgetful, 'the third password')).status).toBe(200);
  // The cookie of one user is none of another's, and ends with the password.
  expect((await signIn(admin, 'the third password')).status).toBe(429);
  const [[name, value]] = [...forgetful.devices] as [[string, string]];
  expect(forgetful.cookie).not.toBe(value);
  const other = new TestBrowser(portal);
  other.devices.set(name.replace(/\d+$/, '999'), value);
  expect((await signIn(other, 'the third password')).status).toBe(429);
});

it('counts by what a proxy says, and by what nobody else says', async () => {
  const guess = async (url: string, n: number) => {
    const headers = { origin: 'https://portal.example', 'x-forwarded-for': `made up, 192.0.2.${n}` };
    const body = { email: `user${n}@example.com`, password: 'a frequent password' };
    const browser = new TestBrowser({ url });
    return (
      await browser.send('POST', '/session', body, url === portal.url ? { ...headers, origin: url } : headers)
    ).status;
  };
  const behind = await testPortal({ bootstrapKey: undefined, publicUrl: 'https://portal.example' });
  try {
    const numbers = [1, 2, 3, 4, 5, 6];
    const statuses = { alone: [] as number[], behind: [] as number[] };
    for (const n of numbers) statuses.alone.push(await guess(portal.url, n));
    for (const n of numbers) statuses.behind.push(await guess(behind.url, n));
    expect(statuses).toEqual({
      alone: [401, 401, 401, 401, 401, 429],
      behind: [401, 401, 401, 401, 401, 401],
    });
  } finally {
    await behind.stop();
  }
});

it('lets nobody flood people with mails about their passwords', async () => {
  const visitor = new TestBrowser(portal);
  const statuses = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await visitor.send('POST', '/session/forgotten', { email })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('sets a new password with the link of a mail, once and within an hour, and ends all sessions', async () => {
  const visitor = new TestBrowser(portal);
  const link = async () => {
    await visitor.ask('POST', '/session/forgotten', { email });
    await portal.portal.services.outbox.idle();
    return tokenOf(sink.mails.at(-1)!);
  };
  const reset = async (token: string, password = 'the next password') =>
    (await visitor.send('POST', '/session/reset', { token, password })).status;
  const late = await link();
  portal.clock.advance(3_600_000);
  expect(await reset(late)).toBe(404);

  const [first, second] = [await link(), await link()];
  expect(await reset(`tmp_${'A'.repeat(43)}`)).toBe(404);
  expect(await reset(first, 'short')).toBe(400);
  expect(await reset(first)).toBe(200);
  expect([await reset(first), await reset(second)]).toEqual([404, 404]);
  expect((await admin.send('GET', '/session')).status).toBe(401);
  expect((await visitor.send('POST', '/session', { email, password })).status).toBe(401);
  await visitor.ask('POST', '/session', { email, password: 'the next password' });
  const { items } = await visitor.ask('GET', '/Entity/2/Audit');
  expect(items[0].action).toBe('password reset');
});

it('ends the links of mails with another password, which they could set anew', async () => {
  const visitor = new TestBrowser(portal);
  await visitor.ask('POST', '/session/forgotten', { email });
  await portal.portal.services.outbox.idle();
  const token = tokenOf(sink.mails.at(-1)!);
  // Another name changes nothing about that.
  await admin.ask('PUT', '/session', { name: 'Ada L.' });
  expect((await visitor.send('POST', '/session/reset', { token, password: 'short' })).status).toBe(400);

  await admin.ask('PUT', '/session', { oldPassword: password, password: 'the next password' });
  const answer = await visitor.send('POST', '/session/reset', { token, password: 'one of a thief' });
  expect(answer.status).toBe(404);
  await visitor.ask('POST', '/session', { email, password: 'the next password' });
});

it('keeps links of mails as digests', async () => {
  await new TestBrowser(portal).ask('POST', '/session/forgotten', { email });
  const body = { companyId: 2, emailAddress: 'ben@example.com', role: 'VIEWER' };
  await admin.ask('POST', '/User/Invite', body);
  await portal.portal.services.outbox.idle();
  const tokens = sink.mails.map(tokenOf);
  const { db } = portal.portal.services;
  const tables = ['password_resets', 'invitations', 'audit_log', 'mails'];
  const rows = await Promise.all(tables.map((table) => db.select(`SELECT * FROM ${table}`)));
  expect(rows.map((some) => some.length > 0)).toEqual([true, true, true, false]);
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
});

it('writes no token and no password into the log', async () => {
  const lines: string[] = [];
  const note = (text: string) => void lines.push(text);
  const log = { debug: note, info: note, warn: note, error: note, close: () => Promise.resolve() };
  const other = await testPortal({ bootstrapKey: undefined, smtpUrl: sink.url, log });
  try {
    const browser = await setUpPortal(other);
    await browser.ask('POST', '/User/Invite', {
      companyId: 2,
      emailAddress: 'b@example.com',
      role: 'VIEWER',
    });
    await other.portal.services.outbox.idle();
    const token = tokenOf(sink.mails.at(-1)!);
    await browser.send('GET', `/Invitation/${token}`);
    await browser.send('POST', `/invitation/${token}/accept`, { password: 'x' });
    expect(lines.some((line) => line.includes('POST /session') || line.includes('POST /setup'))).toBe(true);
    for (const secret of [token, password, browser.cookie!, browser.csrf!]) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  } finally {
    await other.stop();
  }
});

it('asks for a session where a key is not enough, and the other way round', async () => {
  const { apiKey } = await admin.ask('POST', '/Entity/2/ApiKeys', { name: 'x', role: 'ADMIN' });
  expect((await portal.send('GET', '/session', undefined, apiKey)).status).toBe(401);
  expect((await portal.send('PUT', '/session', { name: 'x' }, apiKey)).status).toBe(401);
  expect((await portal.send('GET', '/Entity/2/Users', undefined, null)).status).toBe(401);
  expect((await portal.send('GET', '/Entity/2/Users', undefined, 'no key')).status).toBe(403);
});
