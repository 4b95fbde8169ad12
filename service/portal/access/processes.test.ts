import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, TestBrowser } from '../testing/browser.ts';
import { type MailSink, mailSink, tokenOf } from '../testing/mail.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { keyCommand } from '../key-command.ts';
import { startPostgres, type TestPostgres } from '../../testing/postgres/server.ts';

// Two processes of a portal on one PostgreSQL database, as far as one process can be two.
let postgres: TestPostgres;
let sink: MailSink;
let portals: [TestPortal, TestPortal];

beforeAll(async () => {
  postgres = await startPostgres();
  sink = await mailSink();
  const parts = {
    databaseUrl: postgres.url,
    bootstrapKey: undefined,
    smtpUrl: sink.url,
    asksSetUpCode: true,
  };
  portals = await Promise.all([testPortal(parts), testPortal(parts)]);
});
afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await sink.close();
  await postgres.stop();
});

const { email, password } = ADMIN;
const BEN = { name: 'Ben', password: 'the password of Ben', language: 'en' };

/** A browser of each process, signed in by both with the session of the first one. */
async function adminsOf(): Promise<[TestBrowser, TestBrowser]> {
  const [first, second] = [new TestBrowser(portals[0]), new TestBrowser(portals[1])];
  const { csrf } = await first.ask('POST', '/session', { email, password });
  Object.assign(second, { cookie: first.cookie, csrf });
  return [first, second];
}

async function mailsSent(): Promise<void> {
  for (const { portal } of portals) portal.services.outbox.wake();
  await Promise.all(portals.map(({ portal }) => portal.services.outbox.idle()));
}

it('has one code for its set-up, and one of all who know it becomes the administrator', async () => {
  expect(portals[0].setUpCode).toMatch(/^[A-Z2-9]{12}$/);
  expect(portals[1].setUpCode).toBe(portals[0].setUpCode);
  const answers = await Promise.all(
    [0, 1, 0, 1].map((i) =>
      new TestBrowser(portals[i as 0 | 1]).send('POST', '/setup', {
        ...ADMIN,
        code: portals[0].setUpCode,
        organizationName: `Group ${i}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

it('knows a session in every process, until it ends in one', async () => {
  const [first, second] = await adminsOf();
  await second.ask('POST', '/api/v2/Public/Organization', { parentEntityId: 2, name: 'Of the second' });
  await first.ask('DELETE', '/session');
  expect((await second.send('GET', '/session')).status).toBe(401);
});

it('takes an invitation once, though all processes are asked at once', async () => {
  const [first] = await adminsOf();
  await first.ask('POST', '/User/Invite', { companyId: 2, emailAddress: 'ben@example.com', role: 'ADMIN' });
  await mailsSent();
  const token = tokenOf(sink.mails.at(-1)!);
  const answers = await Promise.all(
    [0, 1, 0, 1].map((i) =>
      new TestBrowser(portals[i as 0 | 1]).send('POST', `/Invitation/${token}/Accept`, BEN),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('sends each mail once', async () => {
  const [first, second] = await adminsOf();
  sink.mails.length = 0;
  const addresses = Array.from({ length: 10 }, (_, i) => `user${i}@example.com`);
  await Promise.all(
    addresses.map((emailAddress, i) =>
      [first, second][i % 2]!.ask('POST', '/User/Invite', { companyId: 2, emailAddress, role: 'VIEWER' }),
    ),
  );
  await mailsSent();
  await mailsSent();
  expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(addresses);
});

it('keeps one administrator, though all leave at once', async () => {
  const [first, second] = await adminsOf();
  const { users } = await first.ask('GET', '/Entity/2/Users');
  expect(users).toHaveLength(2);
  const answers = await Promise.all(
    [first, second].map((browser, i) =>
      browser.send('PUT', `/Entity/2/Users/${users[i].userId}`, { role: 'EDITOR' }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  // Who has lost the role first may not change the other one's any more.
  expect(statuses[0]).toBe(200);
  expect([403, 409]).toContain(statuses[1]);
});

it('refuses a revoked key in every process at once', async () => {
  const admin = new TestBrowser(portals[0]);
  const session = await admin.send('POST', '/session', { email, password });
  const browser = session.body.grants[0].role === 'ADMIN' ? admin : new TestBrowser(portals[0]);
  if (browser !== admin)
    await browser.ask('POST', '/session', { email: 'ben@example.com', password: BEN.password });
  const { keyId, apiKey } = await browser.ask('POST', '/Entity/2/ApiKeys', { name: 'x', role: 'VIEWER' });
  const active = async () =>
    (await portals[1].send('GET', '/User/Active', undefined, apiKey as string)).status;
  expect(await active()).toBe(200);
  await browser.ask('DELETE', `/ApiKey/${keyId}`);
  expect(await active()).toBe(403);
});

it('makes keys on the command line in the database of all', async () => {
  let key = '';
  await keyCommand({
    args: ['--entity', '2', '--role', 'VIEWER', '--name', 'x'],
    env: { DATABASE_URL: postgres.url },
    defaultRoot: '/nowhere',
    clock: portals[0].clock,
    print: (text) => (key += text.trim()),
  });
  const answers = await Promise.all(
    portals.map((portal) => portal.send('GET', '/User/Active', undefined, key)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
