import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findUserByEmail, putGrant } from '../access/users.ts';
import { ADMIN, setUpPortal, TestBrowser } from '../testing/browser.ts';
import { type MailSink, mailSink, readMail, tokenOf } from '../testing/mail.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let sink: MailSink;
let admin: TestBrowser;

beforeEach(async () => {
  sink = await mailSink();
  portal = await testPortal({
    bootstrapKey: undefined,
    smtpUrl: sink.url,
    mailFrom: 'Till <till@example.com>',
  });
  admin = await setUpPortal(portal);
});
afterEach(async () => {
  await portal.stop();
  await sink.close();
});

const DAY_MS = 24 * 3_600_000;
const BEN = { name: 'Ben Editor', password: 'the password of Ben', language: 'de' };

async function invite(role: string, emailAddress = 'ben@example.com', companyId = 2, by = admin) {
  const invitation = await by.ask('POST', '/User/Invite', { companyId, emailAddress, role });
  await portal.portal.services.outbox.idle();
  return { invitation, token: tokenOf(sink.mails.at(-1)!) };
}

/** A browser in which somebody has accepted an invitation. */
async function joined(role: string, emailAddress = 'ben@example.com', companyId = 2): Promise<TestBrowser> {
  const { token } = await invite(role, emailAddress, companyId);
  const browser = new TestBrowser(portal);
  await browser.ask('POST', `/Invitation/${token}/Accept`, BEN);
  return browser;
}

async function organization(name: string, parentEntityId = 2): Promise<number> {
  const { organizationId } = await admin.ask('POST', '/api/v2/Public/Organization', { parentEntityId, name });
  return organizationId as number;
}

it('invites by mail, and the link makes an account with the role', async () => {
  const { invitation, token } = await invite('EDITOR');
  expect(invitation).toMatchObject({
    ...{
      companyId: 2,
      emailAddress: 'ben@example.com',
      role: 'EDITOR',
      invitedBy: ADMIN.name,
      expired: false,
    },
    expiresTimestamp: '2026-12-02T10:00:00.000Z',
  });
  expect(JSON.stringify(invitation)).not.toContain(token);

  const [mail] = sink.mails;
  expect([mail!.from, mail!.to]).toEqual(['till@example.com', ['ben@example.com']]);
  const { headers, text, html } = readMail(mail!.raw);
  expect(headers.get('Subject')).toBe('Invitation to the Tillmark portal');
  expect(text).toContain('Ana Admin invites you to work on “Example Group”');
  expect(text).toContain(`${portal.url}/#/invitation/${token}`);
  expect(text).toContain('December 2, 2026');
  expect(html).toContain(`href="${portal.url}/#/invitation/${token}"`);

  const browser = new TestBrowser(portal);
  expect(await browser.ask('GET', `/Invitation/${token}`)).toEqual({
    ...{ email: 'ben@example.com', entityName: 'Example Group', role: 'EDITOR', invitedBy: ADMIN.name },
    ...{ expiresTimestamp: '2026-12-02T10:00:00.000Z', hasAccount: false },
  });
  const session = await browser.ask('POST', `/Invitation/${token}/Accept`, BEN);
  expect(session).toMatchObject({
    user: { name: 'Ben Editor', email: 'ben@example.com', language: 'de' },
    grants: [{ entityId: 2, role: 'EDITOR' }],
  });
  await browser.ask('POST', '/api/v2/Public/Organization', { parentEntityId: 2, name: 'Of Ben' });
  await new TestBrowser(portal).ask('POST', '/session', { email: 'ben@example.com', password: BEN.password });
  const { users } = await admin.ask('GET', '/Entity/2/Users');
  expect(users.map((user: { name: string; role: string }) => [user.name, user.role])).toEqual([
    ['Ana Admin', 'ADMIN'],
    ['Ben Editor', 'EDITOR'],
  ]);
});

it('writes to people in their language', async () => {
  const below = await organization('Loja "A" & <B>');
  await joined('VIEWER');
  await invite('VIEWER', 'BEN@example.com', below);
  const { headers, text, html } = readMail(sink.mails.at(-1)!.raw);
  expect(headers.get('Subject')).toBe('Einladung ins Tillmark-Portal');
  expect(text).toContain('„Loja "A" & <B>“');
  expect(html).not.toContain('<B>');
  const body = { companyId: below, emailAddress: 'rui@example.com', role: 'VIEWER', language: 'pt' };
  await admin.ask('POST', '/User/Invite', body);
  await portal.portal.services.outbox.idle();
  expect(readMail(sink.mails.at(-1)!.raw).headers.get('Subject')).toBe('Convite para o portal Tillmark');
});

it('adds a role to an account that is there, with its password only', async () => {
  const ben = await joined('VIEWER');
  const below = await organization('Below');
  const { token } = await invite('ADMIN', 'Ben@Example.com', below);
  const thief = new TestBrowser(portal);
  expect(await thief.ask('GET', `/Invitation/${token}`)).toMatchObject({ hasAccount: true });
  const wrong = await thief.send('POST', `/Invitation/${token}/Accept`, {
    name: 'Eve',
    password: 'my own password',
  });
  expect(wrong.status).toBe(401);
  const session = await thief.ask('POST', `/Invitation/${token}/Accept`, { password: BEN.password });
  expect(session.user.name).toBe(BEN.name);
  expect((await ben.ask('GET', '/session')).grants).toMatchObject([
    { entityId: 2, role: 'VIEWER' },
    { entityId: below, role: 'ADMIN' },
  ]);
});

it('does not change a role that somebody has by then', async () => {
  const ben = await joined('VIEWER');
  const below = await organization('Below');
  const { token } = await invite('VIEWER', 'ben@example.com', below);
  const { db, clock } = portal.portal.services;
  const user = (await findUserByEmail(db, 'ben@example.com'))!;
  const grant = { userId: user.id, entityId: below, role: 'ADMIN' as const, now: clock.now() };
  await db.write((transaction) => putGrant(transaction, grant));
  const { status } = await ben.send('POST', `/Invitation/${token}/Accept`, { password: BEN.password });
  expect(status).toBe(409);
  expect((await ben.ask('GET', '/session')).grants[1]).toMatchObject({ entityId: below, role: 'ADMIN' });
  expect((await admin.ask('GET', `/Entity/${below}/Invitations`)).invitations).toHaveLength(1);
});

it('takes a link once', async () => {
  const { token } = await invite('VIEWER');
  const answers = await Promise.all(
    [1, 2, 3].map(() => new TestBrowser(portal).send('POST', `/Invitation/${token}/Accept`, BEN)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await admin.send('GET', `/Invitation/${token}`)).status).toBe(404);
  expect((await admin.send('POST', `/Invitation/${token}/Accept`, BEN)).status).toBe(404);
});

it('ends a link after ten days, when it is withdrawn, and when there is another one', async () => {
  const first = await invite('VIEWER');
  portal.clock.advance(10 * DAY_MS - 1);
  await admin.ask('POST', '/session', { email: ADMIN.email, password: ADMIN.password });
  const visitor = new TestBrowser(portal);
  const open = async (token: string) => (await visitor.send('GET', `/Invitation/${token}`)).status;
  expect(await open(first.token)).toBe(200);
  portal.clock.advance(1);
  expect(await open(first.token)).toBe(404);
  expect((await visitor.send('POST', `/Invitation/${first.token}/Accept`, BEN)).status).toBe(404);

  const again = await admin.ask('POST', `/Invitation/${first.invitation.invitationId}/Resend`);
  await portal.portal.services.outbox.idle();
  expect(again).toMatchObject({ expired: false, expiresTimestamp: '2026-12-12T10:00:00.000Z' });
  const resent = tokenOf(sink.mails.at(-1)!);
  expect([await open(first.token), await open(resent)]).toEqual([404, 200]);

  const second = await invite('EDITOR');
  expect([await open(resent), await open(second.token)]).toEqual([404, 200]);
  expect((await admin.ask('GET', '/Entity/2/Invitations')).invitations).toMatchObject([{ role: 'EDITOR' }]);

  await admin.ask('DELETE', `/Invitation/${second.invitation.invitationId}`);
  expect(await open(second.token)).toBe(404);
  expect((await visitor.send('POST', `/Invitation/${second.token}/Accept`, BEN)).status).toBe(404);
  expect((await admin.send('DELETE', `/Invitation/${second.invitation.invitationId}`)).status).toBe(404);
  expect((await admin.ask('GET', '/Entity/2/Invitations')).invitations).toEqual([]);
});

it('lets nobody give a role that he does not have himself', async () => {
  const below = await organization('Below');
  const aside = await organization('Aside');
  const ben = await joined('EDITOR', 'ben@example.com', below);
  const attempt = async (companyId: number, role: string) =>
    (await ben.send('POST', '/User/Invite', { companyId, emailAddress: 'eve@example.com', role })).status;
  // ADMIN includes Purchase, which EDITOR does not.
  expect(await attempt(below, 'ADMIN')).toBe(403);
  expect(await attempt(below, 'EDITOR')).toBe(200);
  // Above and aside of his own realm nothing is known to him.
  expect(await attempt(2, 'VIEWER')).toBe(404);
  expect(await attempt(aside, 'VIEWER')).toBe(404);

  const { users } = await ben.ask('GET', `/Entity/${below}/Users`);
  const [own, ana] = users;
  expect([own.name, own.inherited, ana.name, ana.inherited]).toEqual([
    'Ben Editor',
    false,
    'Ana Admin',
    true,
  ]);
  const role = { role: 'ADMIN' };
  expect((await ben.send('PUT', `/Entity/${below}/Users/${own.userId}`, role)).status).toBe(403);
  expect((await ben.send('PUT', `/Entity/${below}/Users/${ana.userId}`, { role: 'VIEWER' })).status).toBe(
    404,
  );
  expect((await ben.send('DELETE', `/Entity/2/Users/${ana.userId}`)).status).toBe(404);
});

it('lets an editor neither lower nor remove an administrator, nor take over his invitation', async () => {
  const below = await organization('Below');
  const ben = await joined('EDITOR', 'ben@example.com', below);
  await joined('ADMIN', 'cora@example.com', below);
  const { invitation } = await invite('ADMIN', 'dora@example.com', below);
  const { users } = await ben.ask('GET', `/Entity/${below}/Users`);
  const cora = users.find((user: { email: string }) => user.email === 'cora@example.com');
  const path = `/Entity/${below}/Users/${cora.userId}`;
  expect((await ben.send('PUT', path, { role: 'VIEWER' })).status).toBe(403);
  expect((await ben.send('DELETE', path)).status).toBe(403);
  expect((await ben.send('POST', `/Invitation/${invitation.invitationId}/Resend`)).status).toBe(403);
});

it.each(['DATAFISCAL', 'DATAVIEWER', 'FISCAL', 'VIEWER'])(
  'keeps users, keys and log from %s',
  async (role) => {
    const browser = await joined(role);
    const requests: [string, string, unknown?][] = [
      ['POST', '/User/Invite', { companyId: 2, emailAddress: 'eve@example.com', role: 'VIEWER' }],
      ['GET', '/Entity/2/Users'],
      ['GET', '/Entity/2/Invitations'],
      ['GET', '/Entity/2/ApiKeys'],
      ['POST', '/Entity/2/ApiKeys', { name: 'mine', role: 'VIEWER' }],
      ['GET', '/Entity/2/Audit'],
    ];
    for (const [method, path, body] of requests) {
      expect([path, (await browser.send(method, path, body)).status]).toEqual([path, 403]);
    }
  },
);

it('changes a role and takes it away, at once', async () => {
  const ben = await joined('VIEWER');
  const { users } = await admin.ask('GET', '/Entity/2/Users');
  const { userId } = users.find((user: { email: string }) => user.email === 'ben@example.com');
  const create = () => ben.send('POST', '/api/v2/Public/Organization', { parentEntityId: 2, name: 'Of Ben' });
  expect((await create()).status).toBe(403);
  await admin.ask('PUT', `/Entity/2/Users/${userId}`, { role: 'EDITOR' });
  expect((await create()).status).toBe(200);
  await admin.ask('DELETE', `/Entity/2/Users/${userId}`);
  expect((await create()).status).toBe(404);
  expect((await ben.ask('GET', '/session')).grants).toEqual([]);
});

it('keeps the last administrator', async () => {
  const { users } = await admin.ask('GET', '/Entity/2/Users');
  const path = `/Entity/2/Users/${users[0].userId}`;
  expect((await admin.send('DELETE', path)).status).toBe(409);
  expect((await admin.send('PUT', path, { role: 'EDITOR' })).status).toBe(409);
  await joined('ADMIN');
  await admin.ask('PUT', path, { role: 'EDITOR' });
  expect((await admin.ask('GET', '/setup')).needed).toBe(false);
});

it('refuses a second role on the same entity', async () => {
  await joined('VIEWER');
  const body = { companyId: 2, emailAddress: 'BEN@example.com', role: 'EDITOR' };
  const answer = await admin.send('POST', '/User/Invite', body);
  expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'taken']);
});

it('writes down who has done what', async () => {
  const below = await organization('Below');
  await joined('EDITOR', 'ben@example.com', below);
  const { items, totalCount } = await admin.ask('GET', '/Entity/2/Audit');
  expect(
    items.map((item: { action: string; actor: string }) => [item.action, item.actor.replace(/\d+/, 'n')]),
  ).toEqual([
    ['invitation accepted', 'user n Ben Editor'],
    ['user invited', 'user n Ana Admin'],
    ['organization created', 'user n Ana Admin'],
    ['portal set up', 'user n Ana Admin'],
  ]);
  expect(totalCount).toBe(4);
  expect(items[1]).toMatchObject({ entityId: below, entityName: 'Below', detail: { role: 'EDITOR' } });
  const page = await admin.ask('GET', `/Entity/${below}/Audit?offset=1&limit=1`);
  expect([page.items.length, page.items[0].action, page.totalCount]).toEqual([1, 'user invited', 3]);
});

it('tells the inviter the link where no mail server would take it to its reader', async () => {
  const own = await testPortal();
  const body = { companyId: 2, emailAddress: 'ben@example.com', role: 'VIEWER' };
  const sent = await own.ask<{ invitationId: number; link: string; mailFolder: string }>(
    'POST',
    '/User/Invite',
    body,
  );
  expect(sent.link).toMatch(/^http:\/\/\S+\/#\/invitation\/tmi_\S+$/);
  await own.portal.services.outbox.idle();
  const [file] = await fs.readdir(sent.mailFolder);
  expect(await fs.readFile(path.join(sent.mailFolder, file!), 'utf8')).toContain('invitation');
  const again = await own.ask<{ link: string }>('POST', `/Invitation/${sent.invitationId}/Resend`);
  expect(again.link).not.toBe(sent.link);
  const { invitations } = await own.ask<{ invitations: object[] }>('GET', '/Entity/2/Invitations');
  expect(JSON.stringify(invitations)).not.toContain('tmi_');
  await own.stop();
});
