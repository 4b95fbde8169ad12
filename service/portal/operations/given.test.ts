/** Rights that outlive the person: what becomes of invitations and keys whose giver was removed or lowered. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { origins } from '../database/migrations/0002-origins.ts';
import { setUpPortal, TestBrowser } from '../testing/browser.ts';
import { type MailSink, mailSink, readMail, tokenOf } from '../testing/mail.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let sink: MailSink;
let admin: TestBrowser;
let shop: number;

beforeEach(async () => {
  sink = await mailSink();
  const mails = { smtpUrl: sink.url, mailFrom: 'Till <till@example.com>' };
  portal = await testPortal({ bootstrapKey: undefined, ...mails });
  admin = await setUpPortal(portal);
  const body = { parentEntityId: 2, name: 'Shop' };
  shop = (await admin.ask('POST', '/api/v2/Public/Organization', body)).organizationId as number;
});
afterEach(async () => {
  await portal.stop();
  await sink.close();
});

const person = (name: string) => ({ name, password: `the password of ${name}`, language: 'en' });

/** Invites somebody to the shop. */
async function invite(by: TestBrowser, emailAddress: string, role = 'EDITOR', companyId = shop) {
  const invitation = await by.ask('POST', '/User/Invite', { companyId, emailAddress, role });
  await portal.portal.services.outbox.idle();
  return { id: invitation.invitationId as number, token: tokenOf(sink.mails.at(-1)!) };
}

const accept = (token: string, name: string) =>
  new TestBrowser(portal).send('POST', `/Invitation/${token}/Accept`, person(name));

/** Somebody with a role on the shop, and how to change or take it. */
async function member(name: string, role = 'EDITOR', by = admin) {
  const { token } = await invite(by, `${name}@example.com`, role);
  const browser = new TestBrowser(portal);
  const { user } = await browser.ask('POST', `/Invitation/${token}/Accept`, person(name));
  const path = `/Entity/${shop}/Users/${user.id}`;
  return {
    browser,
    path,
    lower: (to: string, more = {}) => admin.ask('PUT', path, { role: to, ...more }),
    remove: (query = '') => admin.ask('DELETE', path + query),
  };
}

const makeKey = (by: TestBrowser, role: string, name = role) =>
  by.ask('POST', `/Entity/${shop}/ApiKeys`, { name, role });
const isInForce = async (key: string) =>
  (await portal.send('GET', '/User/Active', undefined, key)).status === 200;
const listed = async (): Promise<Record<string, unknown>[]> =>
  (await admin.ask('GET', `/Entity/${shop}/Invitations`)).invitations;
const keys = async (): Promise<Record<string, unknown>[]> =>
  (await admin.ask('GET', `/Entity/${shop}/ApiKeys`)).apiKeys;

const ENDED = { status: 404, body: { errors: [{ code: 'inviterEnded' }] } };

describe('an invitation ends with the rights of who has sent it', () => {
  it('when he is removed: it is refused with the reason, and listed as ended', async () => {
    const ben = await member('ben');
    const { token, id } = await invite(ben.browser, 'eve@example.com');
    const { given } = await ben.remove();
    expect(given.invitations).toMatchObject([{ invitationId: id, ended: true }]);
    expect(await accept(token, 'eve')).toMatchObject(ENDED);
    const opened = await new TestBrowser(portal).send('GET', `/Invitation/${token}`);
    expect(opened).toMatchObject(ENDED);
    expect(opened.body.detail).toContain('may not give this role any more');
    expect(await listed()).toMatchObject([{ invitationId: id, ended: true, expired: false }]);
    expect((await admin.ask('GET', `/Entity/${shop}/Users`)).users).toHaveLength(1);
  });

  it('when his role is lowered beneath what it gives, and not by what he may still give', async () => {
    const ben = await member('ben', 'ADMIN');
    const [high, low] = [
      await invite(ben.browser, 'eve@example.com', 'ADMIN'),
      await invite(ben.browser, 'fay@example.com', 'VIEWER'),
    ];
    const { given } = await ben.lower('EDITOR');
    expect(given.invitations).toMatchObject([{ invitationId: high.id }]);
    expect(await accept(high.token, 'eve')).toMatchObject(ENDED);
    expect((await accept(low.token, 'fay')).status).toBe(200);
  });

  it('when he may invite nobody any more, also to what he may do himself', async () => {
    const ben = await member('ben');
    const { token } = await invite(ben.browser, 'eve@example.com', 'VIEWER');
    await ben.lower('VIEWER');
    expect(await accept(token, 'eve')).toMatchObject(ENDED);
  });

  it('when the key that has sent it is revoked or has expired', async () => {
    const expiresTimestamp = new Date(portal.clock.now() + 3_600_000).toISOString();
    const body = { name: 'program', role: 'EDITOR', expiresTimestamp };
    const { apiKey } = await admin.ask('POST', `/Entity/${shop}/ApiKeys`, body);
    const sent = { companyId: shop, emailAddress: 'eve@example.com', role: 'VIEWER' };
    await portal.ask('POST', '/User/Invite', sent, apiKey as string);
    await portal.portal.services.outbox.idle();
    const token = tokenOf(sink.mails.at(-1)!);
    expect((await new TestBrowser(portal).send('GET', `/Invitation/${token}`)).status).toBe(200);
    portal.clock.advance(3_600_000);
    expect(await accept(token, 'eve')).toMatchObject(ENDED);
  });

  it('also for those who were invited by those whom he had invited, once they are removed, too', async () => {
    const ben = await member('ben');
    const dan = await member('dan', 'EDITOR', ben.browser);
    const { token } = await invite(dan.browser, 'eve@example.com');
    await ben.remove();
    expect((await new TestBrowser(portal).send('GET', `/Invitation/${token}`)).status).toBe(200);
    await dan.remove();
    expect(await accept(token, 'eve')).toMatchObject(ENDED);
  });

  it('until somebody who may sends it again, and so takes it over', async () => {
    const ben = await member('ben');
    const { token, id } = await invite(ben.browser, 'eve@example.com');
    await ben.remove();
    const again = await admin.ask('POST', `/Invitation/${id}/Resend`);
    expect(again).toMatchObject({ invitedBy: 'Ana Admin', ended: false });
    await portal.portal.services.outbox.idle();
    expect(readMail(sink.mails.at(-1)!.raw).text).toContain('Ana Admin invites you');
    expect((await accept(token, 'eve')).status).toBe(404);
    expect((await accept(tokenOf(sink.mails.at(-1)!), 'eve')).status).toBe(200);
  });
});

describe('a key stays with the organization', () => {
  it('when its maker is removed: that says so, and the list goes on saying it', async () => {
    const ben = await member('ben');
    const made = await makeKey(ben.browser, 'EDITOR');
    expect(await keys()).toMatchObject([{ createdBy: 'ben', creatorState: 'active' }]);
    // What the page shows before it is done.
    const before = await admin.ask('GET', `${ben.path}/Given`);
    expect(before.apiKeys).toMatchObject([{ keyId: made.keyId, creatorState: 'active' }]);
    const { given } = await ben.remove();
    expect(given.apiKeys).toMatchObject([{ keyId: made.keyId, state: 'active', creatorState: 'gone' }]);
    expect(await keys()).toMatchObject([{ createdBy: 'ben', creatorState: 'gone' }]);
    expect(await isInForce(made.apiKey as string)).toBe(true);
  });

  it('when its maker is lowered: only keys that may more than he are named', async () => {
    const ben = await member('ben', 'ADMIN');
    await makeKey(ben.browser, 'VIEWER');
    const high = await makeKey(ben.browser, 'ADMIN');
    const before = await admin.ask('GET', `${ben.path}/Given?role=EDITOR`);
    expect(before.apiKeys).toMatchObject([{ keyId: high.keyId }]);
    const { given } = await ben.lower('EDITOR');
    expect(given.apiKeys).toMatchObject([{ keyId: high.keyId, creatorState: 'fewerRights' }]);
    expect((await keys()).map(({ creatorState }) => creatorState)).toEqual(['fewerRights', 'active']);
  });

  it('unless it is revoked with its maker, with all keys that were made with it', async () => {
    const ben = await member('ben');
    const first = await makeKey(ben.browser, 'EDITOR');
    const hidden = await portal.ask<{ apiKey: string }>(
      ...(['POST', `/Entity/${shop}/ApiKeys`, { name: 'later', role: 'EDITOR' }] as const),
      first.apiKey as string,
    );
    const other = await makeKey(admin, 'EDITOR');
    const { given } = await ben.remove('?revokeKeys=true');
    expect(given.apiKeys.map(({ state }: { state: string }) => state)).toEqual(['revoked', 'revoked']);
    const secrets = [first.apiKey, hidden.apiKey, other.apiKey] as string[];
    expect(await Promise.all(secrets.map(isInForce))).toEqual([false, false, true]);
    const { items } = await admin.ask('GET', `/Entity/${shop}/Audit?limit=3`);
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      ...['key revoked', 'key revoked', 'user removed'],
    ]);
  });

  it('and is told apart when the key that made it is revoked', async () => {
    const first = await makeKey(admin, 'EDITOR');
    const body = { name: 'later', role: 'EDITOR' };
    await portal.ask('POST', `/Entity/${shop}/ApiKeys`, body, first.apiKey as string);
    await admin.ask('DELETE', `/ApiKey/${first.keyId}`);
    expect(await keys()).toMatchObject([{ name: 'later', creatorState: 'gone' }, { state: 'revoked' }]);
  });

  it('and is left alone by who may less than it', async () => {
    const ben = await member('ben', 'ADMIN');
    const high = await makeKey(ben.browser, 'ADMIN');
    await ben.lower('EDITOR');
    const cora = await member('cora');
    const answer = await cora.browser.ask('DELETE', `${ben.path}?revokeKeys=true`);
    expect(answer.given.apiKeys).toMatchObject([{ keyId: high.keyId, state: 'active' }]);
    expect(await isInForce(high.apiKey as string)).toBe(true);
  });

  it('and those of other places are told to nobody', async () => {
    const body = { companyId: 2, emailAddress: 'ben@example.com', role: 'ADMIN' };
    const ben = await member('ben');
    await admin.ask('POST', '/User/Invite', body);
    await portal.portal.services.outbox.idle();
    await new TestBrowser(portal).ask('POST', `/Invitation/${tokenOf(sink.mails.at(-1)!)}/Accept`, {
      password: person('ben').password,
    });
    await ben.browser.ask('POST', '/Entity/2/ApiKeys', { name: 'above', role: 'ADMIN' });
    await makeKey(ben.browser, 'EDITOR');
    const { given } = await ben.remove();
    // His role above covers the key in the shop; the one above is nobody's business here.
    expect(given.apiKeys).toEqual([]);
  });
});

it('knows who made keys and sent invitations of an older version by the audit log', async () => {
  const ben = await member('ben');
  await makeKey(ben.browser, 'EDITOR');
  await invite(ben.browser, 'eve@example.com');
  const { db } = portal.portal.services;
  await db.run('UPDATE api_keys SET creator_kind = NULL, creator_id = NULL');
  await db.run('UPDATE invitations SET inviter_kind = NULL, inviter_id = NULL');
  expect(await keys()).toMatchObject([{ creatorState: 'unknown' }]);
  for (const statement of origins(db.dialect).filter(
    (one) => one.startsWith('UPDATE') && one.includes('_kind'),
  ))
    await db.run(statement);
  expect(await keys()).toMatchObject([{ creatorState: 'active' }]);
  expect(await listed()).toMatchObject([{ ended: false }]);
  await ben.remove();
  expect(await keys()).toMatchObject([{ creatorState: 'gone' }]);
  expect(await listed()).toMatchObject([{ ended: true }]);
});
