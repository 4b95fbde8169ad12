/** Invitations without limit: the portal's mail server must not write to strangers as often as somebody likes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { type Answer, testPortal, type TestPortal } from '../testing/portal.ts';
import {
  MOST_BY_OPERATOR,
  MOST_BY_SENDER,
  MOST_OF_ORGANIZATION,
  MOST_TO_RECIPIENT,
} from './invitation-limits.ts';

const DAY_MS = 24 * 3_600_000;

let portal: TestPortal;
let tenant: number;

beforeEach(async () => {
  portal = await testPortal();
  tenant = await organization(2);
});
afterEach(() => portal.stop());

async function organization(parentEntityId: number): Promise<number> {
  const body = { parentEntityId, name: 'Tenant' };
  return (await portal.ask<{ organizationId: number }>('POST', '/api/v2/Public/Organization', body))
    .organizationId;
}

let count = 0;
const invite = (key: string | undefined, companyId = tenant, emailAddress = `user${count++}@example.com`) =>
  portal.send('POST', '/User/Invite', { companyId, emailAddress, role: 'VIEWER' }, key);

/** As if so many had been sent just now. */
async function sent(many: number, organizationId: number, sender: string): Promise<void> {
  await portal.portal.services.db.write(async (db) => {
    for (const id of await db.nextIds('row_ids', many)) {
      await db.run('INSERT INTO invitation_mails VALUES ($id, $organizationId, $sender, $recipient, $now)', {
        id,
        organizationId,
        sender,
        recipient: `${id}@example.com`,
        now: portal.clock.now(),
      });
    }
  });
}

const senderOf = async (key: string) => {
  const { db } = portal.portal.services;
  const [row] = await db.select<{ id: number }>('SELECT max(id) AS id FROM api_keys');
  return { key, sender: `key ${row!.id}` };
};

function refused({ status, headers, body }: Answer) {
  return { status, code: body.errors?.[0].code, retryAfter: Number(headers.get('retry-after')) };
}
const TOO_MANY = { status: 429, retryAfter: DAY_MS / 1000 };

it('sends one address five mails in a day, however it is written, invited or sent again', async () => {
  const company = await testCompany(portal, { parentEntityId: tenant });
  const first = await invite(undefined, tenant, 'victim@example.com');
  const again = () => portal.send('POST', `/Invitation/${first.body.invitationId}/Resend`);
  for (let i = 2; i < MOST_TO_RECIPIENT; i++) expect((await again()).status).toBe(200);
  expect((await invite(undefined, company, 'VICTIM+a@example.com')).status).toBe(200);
  const expected = { ...TOO_MANY, code: 'invitationsToRecipient' };
  expect(refused(await again())).toEqual(expected);
  expect(refused(await invite(undefined, company, 'victim+b@example.com'))).toEqual(expected);
  // Nothing was written for it: no mail, no invitation.
  const { db } = portal.portal.services;
  expect(await db.select('SELECT id FROM invitation_mails')).toHaveLength(MOST_TO_RECIPIENT);
  expect((await invite(undefined, tenant, 'other@example.com')).status).toBe(200);
  portal.clock.advance(DAY_MS);
  expect((await again()).status).toBe(200);
});

it('sends a hundred mails a day for one user or key, wherever it invites', async () => {
  const { key, sender } = await senderOf(await testKey(portal, tenant, 'ADMIN'));
  await sent(MOST_BY_SENDER - 1, 4711, sender);
  portal.clock.advance(1000);
  expect((await invite(key)).status).toBe(200);
  expect(refused(await invite(key))).toEqual({
    ...{ status: 429, code: 'invitationsBySender', retryAfter: DAY_MS / 1000 - 1 },
  });
  // The next colleague is not stopped by that.
  expect((await invite(await testKey(portal, tenant, 'ADMIN'))).status).toBe(200);
});

it('sends two hundred mails a day for an organization, whoever in it invites to whatever in it', async () => {
  const below = await organization(await organization(tenant));
  await sent(MOST_OF_ORGANIZATION - 1, tenant, 'user 4711');
  const keys = [await testKey(portal, tenant, 'ADMIN'), await testKey(portal, below, 'EDITOR')];
  expect((await invite(keys[1], below)).status).toBe(200);
  for (const key of keys) {
    expect(refused(await invite(key, below))).toEqual({ ...TOO_MANY, code: 'invitationsOfOrganization' });
  }
  // Neither others nor who manages the portal are stopped by that.
  const other = await organization(2);
  expect((await invite(await testKey(portal, other, 'ADMIN'), other)).status).toBe(200);
  expect((await invite(undefined)).status).toBe(200);
});

it('lets nobody past the limit by asking many times at once', async () => {
  await sent(MOST_OF_ORGANIZATION - 3, tenant, 'user 4711');
  const key = await testKey(portal, tenant, 'ADMIN');
  const below = await Promise.all(Array.from({ length: 12 }, () => organization(tenant)));
  const answers = await Promise.all(below.map((one) => invite(key, one)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
});

it('has a limit for who manages the portal, too, and forgets what is a day ago', async () => {
  const { key, sender } = await senderOf(await testKey(portal, 2, 'ADMIN'));
  await sent(MOST_BY_OPERATOR, tenant, sender);
  expect(refused(await invite(key))).toEqual({ ...TOO_MANY, code: 'invitationsBySender' });
  portal.clock.advance(DAY_MS);
  await portal.portal.tick();
  expect(await portal.portal.services.db.select('SELECT id FROM invitation_mails')).toEqual([]);
  expect((await invite(key)).status).toBe(200);
});
