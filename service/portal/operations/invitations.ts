/** Invitations: sending, withdrawing and accepting them (automation guide; for the web page). */
import { z } from 'zod';
import { MIN_LENGTH } from '../../access/password.ts';
import { permissionsAt } from '../access/caller.ts';
import {
  accept,
  findOpenInvitation,
  type InvitationRow,
  invitationOf,
  invite,
  openInvitations,
  resend,
  type SentInvitation,
  withdraw,
} from '../access/invitations.ts';
import { browserOf } from '../access/devices.ts';
import { Origins } from '../access/origin.ts';
import { beginSession } from '../access/sessions.ts';
import { emailKey, findUserByEmail } from '../access/users.ts';
import { define } from '../api/define.ts';
import type { Call, Operation } from '../api/operation.ts';
import type { EntityRow } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { linkTo } from '../mail/message.ts';
import { badField, forbidden, notFound, Problem } from '../problem.ts';
import {
  anyPassword,
  done,
  language,
  personName,
  role,
  rowId,
  sessionResult,
  signedIn,
  userEmail,
} from './account-fields.ts';
import { invitationResult, sentInvitationResult, shownInvitation } from './given-results.ts';
import { takesPassword } from './refusals.ts';
import { managesUsers } from './users.ts';

const timestamp = () => z.string().describe('ISO 8601');

const LIMIT = 'Too many invitations in 24 hours; `Retry-After` says when to try again';

const entityParams = z.object({ entityId: fields.entityId() });
const invitationParams = z.object({ invitationId: rowId() });
const tokenParams = z.object({ token: z.string().min(1).max(100) });

const invitations: readonly Operation[] = [
  define({
    id: 'inviteUser',
    method: 'POST',
    path: '/User/Invite',
    tag: 'Users',
    summary: 'Invites a user by mail; the link is valid for 10 days',
    body: z.object({
      companyId: fields.entityId().describe('An organization, company or location'),
      emailAddress: userEmail(),
      role: role(),
      language: language().nullish().describe('Of the mail, for who has no account yet'),
    }),
    need: managesUsers('body', 'companyId'),
    refusals: { 429: LIMIT },
    result: sentInvitationResult,
    run: async (call) => {
      const { emailAddress: email, role, language } = call.body;
      const row = await invite(call, call.entity, { email, role, language });
      call.afterwards(() => call.services.outbox.wake());
      return sent(call, row);
    },
  }),
  define({
    id: 'getInvitations',
    method: 'GET',
    path: '/Entity/{entityId}/Invitations',
    tag: 'Users',
    summary: 'Invitations to an entity that nobody has accepted or withdrawn, newest first',
    params: entityParams,
    need: managesUsers('params', 'entityId'),
    result: z.object({ invitations: z.array(invitationResult) }),
    run: async ({ db, entity, now }) => {
      const origins = new Origins(db, now);
      const rows = await openInvitations(db, entity.id);
      return {
        invitations: await Promise.all(rows.map((row) => shownInvitation(row, entity, origins, now))),
      };
    },
  }),
  define({
    id: 'withdrawInvitation',
    method: 'DELETE',
    path: '/Invitation/{invitationId}',
    tag: 'Users',
    summary: 'Withdraws an invitation (ManageUsers on its entity)',
    params: invitationParams,
    need: null,
    result: done,
    run: async (call) => {
      const { row, entity } = await invitationToChange(call, call.params.invitationId);
      await withdraw(call, entity, row);
      return { success: true };
    },
  }),
  define({
    id: 'resendInvitation',
    method: 'POST',
    path: '/Invitation/{invitationId}/Resend',
    tag: 'Users',
    summary:
      'Mails a new link, valid for another 10 days; the one before ends, and who sends it is the inviter (ManageUsers on its entity)',
    params: invitationParams,
    need: null,
    refusals: { 429: LIMIT },
    result: sentInvitationResult,
    run: async (call) => {
      const { row, entity } = await invitationToChange(call, call.params.invitationId);
      const again = await resend(call, entity, row);
      call.afterwards(() => call.services.outbox.wake());
      return sent({ ...call, entity }, again);
    },
  }),
];

const accepting: readonly Operation[] = [
  define({
    id: 'getInvitation',
    method: 'GET',
    path: '/Invitation/{token}',
    tag: 'Users',
    summary: 'What the invitation of a link is for',
    access: 'open',
    params: tokenParams,
    need: null,
    result: z.object({
      email: z.string(),
      entityName: z.string(),
      role: role(),
      invitedBy: z.string(),
      expiresTimestamp: timestamp(),
      hasAccount: z.boolean(),
    }),
    run: async ({ db, params, now }) => {
      const row = await invitationOf(db, params.token, now);
      return {
        email: row.email,
        entityName: (await findEntity(db, row.entity_id))!.name,
        role: row.role,
        invitedBy: row.invited_by,
        expiresTimestamp: new Date(row.expires_at).toISOString(),
        hasAccount: (await findUserByEmail(db, row.email)) !== null,
      };
    },
  }),
  define({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/Invitation/{token}/Accept',
    tag: 'Users',
    summary: 'Accepts an invitation with a new account, or with the password of the account that is there',
    access: 'open',
    changes: 'itself',
    params: tokenParams,
    body: z.object({
      name: personName().nullish().describe('Of a new account'),
      password: anyPassword(),
      language: language().nullish().describe('Of a new account; en by default'),
    }),
    need: null,
    refusals: { ...takesPassword, 401: 'The password is not the one of the account that is there' },
    result: sessionResult,
    run: async (call) => {
      const { services, params, visit, now } = call;
      const account = await accountFor(call, (await invitationOf(call.db, params.token, now)).email);
      const { user, token } = await services.db.write(async (db) => {
        const user = await accept(db, params.token, account, now);
        return { user, token: await beginSession(db, user.id, visit.sessionToken, now) };
      });
      return signedIn(call, user, token);
    },
  }),
];

/** All of them. */
export const invitationOperations: readonly Operation[] = [...invitations, ...accepting];

function shown({ db, entity, now }: Pick<Call, 'db' | 'entity' | 'now'>, row: InvitationRow) {
  return shownInvitation(row, entity, new Origins(db, now), now);
}

/** Without a mail server it is up to the inviter to deliver it: he is told the link that he could read in the folder. */
async function sent(call: Pick<Call, 'db' | 'entity' | 'now' | 'services'>, row: SentInvitation) {
  const { outbox, publicUrl } = call.services;
  const { folder } = outbox;
  const link = folder === null ? null : linkTo(publicUrl(), { kind: 'invitation', token: row.token });
  return { ...(await shown(call, row)), mailFolder: folder, link };
}

/** The account that accepts: the one of the address, if its password is right, or a new one. */
async function accountFor(
  { db, services, visit, body }: Call<unknown, unknown, AcceptBody>,
  email: string,
): Promise<Parameters<typeof accept>[2]> {
  const user = await findUserByEmail(db, email);
  if (user) {
    const browser = browserOf(visit.cookies, user);
    const tried = { address: visit.address, account: emailKey(email), browser };
    const isRight = await services.passwords.check(body.password, user.password_hash, tried);
    if (!isRight) throw new Problem(401, 'this is not the password of your account');
    return { userId: user.id };
  }
  if (typeof body.name !== 'string') throw badField('name', 'required', 'name is missing');
  if (body.password.length < MIN_LENGTH) {
    const minimum = MIN_LENGTH;
    throw badField('password', 'tooShort', `password must have ${minimum} characters at least`, { minimum });
  }
  const password_hash = await services.passwords.hash(body.password);
  return { name: body.name, password_hash, language: body.language ?? 'en' };
}

type AcceptBody = {
  name?: string | null | undefined;
  password: string;
  language?: z.output<ReturnType<typeof language>> | null | undefined;
};

/** An open invitation and its entity, locked, if the caller may do something with it. */
async function invitationToChange(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  id: number,
): Promise<{ row: InvitationRow; entity: EntityRow }> {
  const row = await findOpenInvitation(db, id, db.forUpdate);
  const entity = row && (await findEntity(db, row.entity_id, db.forUpdate));
  const permissions = entity && permissionsAt(caller, entity.path);
  if (!row || !entity || !permissions?.has('ReadCompany')) throw notFound(`open invitation ${id}`);
  if (!permissions.has('ManageUsers'))
    throw forbidden(`ManageUsers on the entity of invitation ${id} is needed`);
  return { row, entity };
}
