/** Set-up, signing in and out, the own account (for the web page). */
import { z } from 'zod';
import { auditAccount } from '../access/account.ts';
import { askForReset, endResetsOf, reset, resetOf } from '../access/password-reset.ts';
import { browserCookie, browserOf } from '../access/devices.ts';
import { beginSession, endSession, endSessionsOf, sessionCookie } from '../access/sessions.ts';
import { doneAlready, keptCode, needsSetUp, plainCode, setUp } from '../access/set-up.ts';
import { digestOf, isSecret } from '../access/secrets.ts';
import { emailKey, findUser, findUserByEmail, type UserRow } from '../access/users.ts';
import { define } from '../api/define.ts';
import { type Call, type Operation, Reply } from '../api/operation.ts';
import type { Queries } from '../database/database.ts';
import * as fields from '../entities/fields.ts';
import { badField, Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import {
  anyPassword,
  done,
  isSecure,
  language,
  newPassword,
  personName,
  sessionBody,
  sessionResult,
  signedIn,
  userEmail,
} from './account-fields.ts';
import { takesPassword } from './refusals.ts';

/** All of them. */
export const sessionOperations: readonly Operation[] = [
  define({
    id: 'getSetup',
    method: 'GET',
    path: '/setup',
    tag: 'Session',
    summary:
      'Whether the portal has no administrator yet, and whether becoming one takes the code of its log',
    access: 'open',
    need: null,
    result: z.object({ needed: z.boolean(), code: z.boolean() }),
    run: async ({ db, services }) => {
      const needed = await needsSetUp(db);
      return { needed, code: needed && services.asksSetUpCode };
    },
  }),
  define({
    id: 'setUp',
    method: 'POST',
    path: '/setup',
    tag: 'Session',
    summary: 'Creates the administrator of the first organization and signs him in',
    access: 'open',
    changes: 'itself',
    body: z.object({
      code: z.string().max(50).nullish(),
      name: personName(),
      email: userEmail(),
      password: newPassword(),
      organizationName: fields.text(2, 1000),
      language: language(),
    }),
    need: null,
    refusals: takesPassword,
    result: sessionResult,
    run: async (call) => {
      const { db, services, visit, now, body } = call;
      if (!(await needsSetUp(db))) throw doneAlready();
      if (services.asksSetUpCode) await checkCode(services, db, visit.address, body.code ?? '');
      const password_hash = await services.passwords.hash(body.password);
      const { name, email } = body;
      const token = await services.db.write(async (transaction) => {
        const user = await setUp(
          transaction,
          { name, email, password_hash, language: body.language },
          body.organizationName,
          now,
        );
        return beginSession(transaction, user.id, visit.sessionToken, now);
      });
      return signedIn(call, (await findUserByEmail(db, email))!, token);
    },
  }),
  define({
    id: 'signIn',
    method: 'POST',
    path: '/session',
    tag: 'Session',
    summary: 'Signs in; the answer sets the cookie of the session',
    access: 'open',
    changes: 'itself',
    body: z.object({ email: z.string().min(1).max(254), password: anyPassword() }),
    need: null,
    refusals: { ...takesPassword, 401: 'The e-mail address or the password is wrong' },
    result: sessionResult,
    run: async (call) => {
      const { db, services, visit, now, body } = call;
      const user = await findUserByEmail(db, body.email);
      const isRight = await services.passwords.check(body.password, user?.password_hash ?? null, {
        address: visit.address,
        account: emailKey(body.email),
        browser: browserOf(visit.cookies, user),
      });
      if (!user || !isRight) throw wrongPassword();
      const token = await services.db.write(async (transaction) => {
        // Comparing took a while: another password may have ended all sessions meanwhile.
        const { password_hash } = (await findUser(transaction, user.id)) ?? {};
        if (password_hash !== user.password_hash) throw wrongPassword();
        return beginSession(transaction, user.id, visit.sessionToken, now);
      });
      return signedIn(call, user, token);
    },
  }),
  define({
    id: 'getSession',
    method: 'GET',
    path: '/session',
    tag: 'Session',
    summary: 'Who has signed in, and what he may do where',
    access: 'session',
    need: null,
    result: sessionResult,
    run: async (call) => sessionBody(call.db, await userOf(call), call.visit.sessionToken!),
  }),
  define({
    id: 'changeAccount',
    method: 'PUT',
    path: '/session',
    tag: 'Session',
    summary:
      'Changes the own name, language or password; another password ends all other sessions and links to new ones',
    access: 'session',
    changes: 'itself',
    body: z.object({
      name: personName().nullish(),
      language: language().nullish(),
      oldPassword: anyPassword().nullish(),
      password: newPassword().nullish(),
    }),
    need: null,
    refusals: takesPassword,
    result: sessionResult,
    run: async (call) => {
      const { services, visit, body: wish, now, caller } = call;
      const user = await userOf(call);
      const hash = await otherPassword(call, user);
      const row = { ...user, name: wish.name ?? user.name, language: wish.language ?? user.language };
      const { id } = user;
      await services.db.write(async (db) => {
        await db.run('UPDATE users SET name = $name, language = $language WHERE id = $id', {
          ...{ id, name: row.name, language: row.language },
        });
        if (hash !== null) {
          await db.run('UPDATE users SET password_hash = $hash WHERE id = $id', { id, hash });
          await endSessionsOf(db, id, visit.sessionToken);
          await endResetsOf(db, id);
        }
        await auditAccount({ db, caller, now }, hash === null ? 'account changed' : 'password changed');
      });
      const body = await sessionBody(call.db, row, visit.sessionToken!);
      return hash === null ? body : withBrowser(call, body, { id, password_hash: hash });
    },
  }),
  define({
    id: 'signOut',
    method: 'DELETE',
    path: '/session',
    tag: 'Session',
    summary: 'Signs out',
    access: 'session',
    need: null,
    result: done,
    run: async ({ db, services, visit }) => {
      await endSession(db, visit.sessionToken!);
      return new Reply({ success: true }, { 'set-cookie': sessionCookie(null, isSecure(services)) });
    },
  }),
  define({
    id: 'forgotPassword',
    method: 'POST',
    path: '/session/forgotten',
    tag: 'Session',
    summary:
      'Mails a link to a new password, valid for an hour; the answer is the same without such an account',
    access: 'open',
    changes: 'itself',
    body: z.object({ email: userEmail() }),
    need: null,
    result: done,
    run: async ({ services, visit, now, body }) => {
      services.passwords.remind({ address: visit.address, account: emailKey(body.email) });
      await services.db.write((transaction) => askForReset(transaction, body.email, now));
      services.outbox.wake();
      return { success: true };
    },
  }),
  define({
    id: 'resetPassword',
    method: 'POST',
    path: '/session/reset',
    tag: 'Session',
    summary: 'Sets a new password with the link of a mail; ends all sessions of the user',
    access: 'open',
    changes: 'itself',
    body: z.object({ token: z.string().min(1).max(100), password: newPassword() }),
    need: null,
    refusals: { ...takesPassword, 404: 'The link is not in force' },
    result: done,
    run: async (call) => {
      const { db, services, now, body } = call;
      await resetOf(db, body.token, now);
      const hash = await services.passwords.hash(body.password);
      const { id } = await services.db.write((transaction) => reset(transaction, body.token, hash, now));
      // A mail has proven who it is: strangers can keep this browser from signing in no more.
      return withBrowser(call, { success: true }, { id, password_hash: hash });
    },
  }),
];

/** The same for an address without an account. */
function wrongPassword(): Problem {
  return new Problem(401, 'the e-mail address or the password is wrong');
}

/** An answer with the cookie of a browser that is known from now on. */
function withBrowser(
  { services, visit }: Pick<Call, 'services' | 'visit'>,
  body: unknown,
  user: Pick<UserRow, 'id' | 'password_hash'>,
): Reply {
  return new Reply(body, { 'set-cookie': browserCookie(visit.cookies, user, isSecure(services)) });
}

async function userOf({ db, caller }: Pick<Call, 'db' | 'caller'>): Promise<UserRow> {
  const user = await findUser(db, caller.id);
  if (!user) throw new Problem(401, 'sign in first');
  return user;
}

/** The hash of the password that somebody wants instead of his own; null when he wants none. */
async function otherPassword(
  {
    services,
    visit,
    body,
  }: Call<
    unknown,
    unknown,
    { oldPassword?: string | null | undefined; password?: string | null | undefined }
  >,
  user: UserRow,
): Promise<string | null> {
  if (typeof body.password !== 'string') return null;
  if (typeof body.oldPassword !== 'string')
    throw badField('oldPassword', 'required', 'oldPassword is missing');
  const isRight = await services.passwords.check(body.oldPassword, user.password_hash, {
    address: visit.address,
    account: emailKey(user.email),
    // Signed in as he is, he is no stranger even where the cookie is missing.
    browser: browserOf(visit.cookies, user) ?? `session ${digestOf(visit.sessionToken!)}`,
  });
  if (!isRight) throw badField('oldPassword', 'wrong', 'this is not your password');
  return services.passwords.hash(body.password);
}

/** @throws Problem 400 for a wrong code, 429 after too many, 409 where it was used */
async function checkCode(
  services: PortalServices,
  db: Queries,
  address: string,
  typed: string,
): Promise<void> {
  const kept = await keptCode(db);
  // Somebody has used it since the portal was looked at.
  if (kept === null && !(await needsSetUp(db))) throw doneAlready();
  const isRight = kept !== null && isSecret(plainCode(typed), digestOf(kept));
  if (!services.passwords.isSecret(isRight, address))
    throw badField('code', 'wrong', 'the code is wrong; the terminal and the log of the portal tell it');
}
