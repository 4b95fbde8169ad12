import { afterEach, beforeEach, expect, it } from 'vitest';
import { ADMIN, setUpPortal, TestBrowser } from '../testing/browser.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal({ bootstrapKey: undefined });
});
afterEach(() => portal.stop());

const { email, password } = ADMIN;
const HOUR_MS = 3_600_000;

it('is set up once, and signs the administrator in', async () => {
  const browser = new TestBrowser(portal);
  expect(await browser.ask('GET', '/setup')).toEqual({ needed: true, code: false });
  const session = await browser.ask('POST', '/setup', { ...ADMIN, organizationName: 'Example Group' });
  expect(session.user).toMatchObject({ name: 'Ana Admin', email, language: 'en' });
  expect(session.grants).toMatchObject([
    { entityId: 2, name: 'Example Group', kind: 'organization', role: 'ADMIN' },
  ]);
  expect(session.grants[0].permissions).toContain('ManageUsers');
  expect(await browser.ask('GET', '/session')).toEqual(session);
  expect(await browser.ask('GET', '/api/v2/Public/Organization/2')).toMatchObject({ name: 'Example Group' });

  expect(await browser.ask('GET', '/setup')).toEqual({ needed: false, code: false });
  const again = await new TestBrowser(portal).send('POST', '/setup', {
    ...ADMIN,
    email: 'eve@example.com',
    organizationName: 'Evil',
  });
  expect(again.status).toBe(409);
});

it('ends an invitation of the same person, which would make the only administrator something else', async () => {
  await portal.stop();
  portal = await testPortal();
  for (const emailAddress of [email.toUpperCase(), 'ben@example.com']) {
    await portal.ask('POST', '/User/Invite', { companyId: 2, emailAddress, role: 'VIEWER' });
  }
  await new TestBrowser(portal).ask('POST', '/setup', { ...ADMIN, organizationName: 'Example Group' });
  const { invitations } = await portal.ask<{ invitations: object[] }>('GET', '/Entity/2/Invitations');
  expect(invitations).toMatchObject([{ emailAddress: 'ben@example.com' }]);
});

it('lets one of several set-ups at once win', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      new TestBrowser(portal).send('POST', '/setup', {
        ...ADMIN,
        email: `admin${n}@example.com`,
        organizationName: `Group ${n}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('names every wrong field of a set-up', async () => {
  const answer = await new TestBrowser(portal).send('POST', '/setup', {
    ...{ name: 'Ana\r\nBcc: eve@example.com', email: 'ana@', password: 'short' },
    ...{ organizationName: 'E', language: 'ja' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((e: { field: string; code: string }) => [e.field, e.code])).toEqual([
    ['name', 'format'],
    ['email', 'format'],
    ['password', 'tooShort'],
    ['organizationName', 'tooShort'],
    ['language', 'value'],
  ]);
});

it('asks for the code of the log where others can connect', async () => {
  await portal.stop();
  portal = await testPortal({ bootstrapKey: undefined, asksSetUpCode: true });
  const browser = new TestBrowser(portal);
  const body = { ...ADMIN, organizationName: 'Example Group' };
  expect(await browser.ask('GET', '/setup')).toEqual({ needed: true, code: true });
  for (const code of [undefined, '', 'AAAAAAAAAAAA']) {
    const wrong = await browser.send('POST', '/setup', { ...body, code });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'code']);
  }
  const typed = portal.setUpCode!.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');
  await browser.ask('POST', '/setup', { ...body, code: typed });
});

it('lets nobody try codes for long, and keeps nobody waiting who has the right one', async () => {
  await portal.stop();
  portal = await testPortal({ bootstrapKey: undefined, asksSetUpCode: true });
  const browser = new TestBrowser(portal);
  const body = { ...ADMIN, organizationName: 'Example Group' };
  const tries = [];
  for (let i = 0; i < 6; i++)
    tries.push((await browser.send('POST', '/setup', { ...body, code: 'B' })).status);
  expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
  const wrong = await browser.send('POST', '/setup', { ...body, code: 'B' });
  expect(Number(wrong.headers.get('retry-after'))).toBeGreaterThan(0);
  await browser.ask('POST', '/setup', { ...body, code: portal.setUpCode });
});

it('signs in and out', async () => {
  await setUpPortal(portal);
  const browser = new TestBrowser(portal);
  const session = await browser.ask('POST', '/session', { email: 'ANA@example.com', password });
  expect(session.user.email).toBe(email);
  expect(browser.setCookie).toMatch(
    /^tillmark_portal=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
  );
  const old = browser.cookie;
  await browser.ask('DELETE', '/session');
  expect(browser.cookie).toBeNull();
  browser.cookie = old;
  expect((await browser.send('GET', '/session')).status).toBe(401);
});

it('marks the cookie for HTTPS only where the page is reached so', async () => {
  await portal.stop();
  portal = await testPortal({
    bootstrapKey: undefined,
    publicUrl: 'https://portal.example',
    asksSetUpCode: false,
  });
  const browser = new TestBrowser(portal);
  const body = { ...ADMIN, organizationName: 'Example Group' };
  expect((await browser.send('POST', '/setup', body)).status).toBe(403);
  const answer = await browser.send('POST', '/setup', body, { origin: 'https://portal.example' });
  expect(answer.status).toBe(200);
  expect(browser.setCookie).toMatch(/; Secure$/);
});

it('ends sessions that are not used for half a day, and all after a week', async () => {
  const browser = await setUpPortal(portal);
  portal.clock.advance(12 * HOUR_MS);
  expect((await browser.send('GET', '/session')).status).toBe(200);
  portal.clock.advance(12 * HOUR_MS + 1);
  expect((await browser.send('GET', '/session')).status).toBe(401);

  await browser.ask('POST', '/session', { email, password });
  for (let hours = 0; hours < 7 * 24; hours += 11) {
    expect((await browser.send('GET', '/session')).status).toBe(200);
    portal.clock.advance(11 * HOUR_MS);
  }
  expect((await browser.send('GET', '/session')).status).toBe(401);
  await portal.portal.tick();
  expect(await portal.portal.services.db.select('SELECT * FROM sessions')).toEqual([]);
});

it('keeps neither cookies nor passwords as they are', async () => {
  const browser = await setUpPortal(portal);
  const { db } = portal.portal.services;
  const rows = JSON.stringify([
    await db.select('SELECT * FROM sessions'),
    await db.select('SELECT * FROM users'),
    await db.select('SELECT * FROM audit_log'),
  ]);
  for (const secret of [browser.cookie!, browser.csrf!, password]) expect(rows).not.toContain(secret);
});

it('changes name, language and password; another password ends all other sessions', async () => {
  const browser = await setUpPortal(portal);
  const other = new TestBrowser(portal);
  await other.ask('POST', '/session', { email, password });

  const changed = await browser.ask('PUT', '/session', { name: 'Ana Almeida', language: 'pt' });
  expect(changed.user).toMatchObject({ name: 'Ana Almeida', language: 'pt' });
  expect((await other.send('GET', '/session')).status).toBe(200);

  const wrong = await browser.send('PUT', '/session', {
    oldPassword: 'not this one',
    password: 'another password',
  });
  expect([wrong.status, wrong.body.errors[0]]).toMatchObject([400, { field: 'oldPassword', code: 'wrong' }]);
  const missing = await browser.send('PUT', '/session', { password: 'another password' });
  expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'oldPassword']);

  await browser.ask('PUT', '/session', { oldPassword: password, password: 'another password' });
  expect((await browser.send('GET', '/session')).status).toBe(200);
  expect((await other.send('GET', '/session')).status).toBe(401);
  expect((await other.send('POST', '/session', { email, password })).status).toBe(401);
  await other.ask('POST', '/session', { email, password: 'another password' });
});

it('shows who has mistyped an address a page, and programs what they can read', async () => {
  const at = `${portal.url}/organisation/2`;
  const page = await fetch(at, { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'pt' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('Esta página não existe');
  const program = await fetch(at, { headers: { accept: '*/*' } });
  expect([program.status, program.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
});
