/** Set-up, signing in and out, the own account (for the web page). */
import { z } from 'zod';
import { auditAccount } from '../access/account.ts';
import { askForReset, reset, resetOf } from '../access/password-reset.ts';
import { beginSession, endSession, endSessionsOf } from '../access/sessions.ts';
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
  cookieHeader,
  done,
  language,
  newPassword,
  personName,
  sessionBody,
  sessionResult,
  signedIn,
  userEmail,
} from './account-fields.ts';

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
    result: sessionResult,
    run: async ({ db, services, visit, now, body }) => {
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
      return signedIn(services, (await findUserByEmail(db, email))!, token);
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
    result: sessionResult,
    run: async ({ db, services, visit, now, body }) => {
      const user = await findUserByEmail(db, body.email);
      const isRight = await services.passwords.check(body.password, user?.password_hash ?? null, {
        address: visit.address,
        account: emailKey(body.email),
      });
      if (!user || !isRight) throw wrongPassword();
      const token = await services.db.write(async (transaction) => {
        // Comparing took a while: another password may have ended all sessions meanwhile.
        const { password_hash } = (await findUser(transaction, user.id)) ?? {};
        if (password_hash !== user.password_hash) throw wrongPassword();
        return beginSession(transaction, user.id, visit.sessionToken, now);
      });
      return signedIn(services, user, token);
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
    summary: 'Changes the own name, language or password; another password ends all other sessions',
    access: 'session',
    changes: 'itself',
    body: z.object({
      name: personName().nullish(),
      language: language().nullish(),
      oldPassword: anyPassword().nullish(),
      password: newPassword().nullish(),
    }),
    need: null,
    result: sessionResult,
    run: async (call) => {
      const { services, visit, body, now, caller } = call;
      const user = await userOf(call);
      const hash = await otherPassword(call, user);
      const row = { ...user, name: body.name ?? user.name, language: body.language ?? user.language };
      const { id } = user;
      await services.db.write(async (db) => {
        await db.run('UPDATE users SET name = $name, language = $language WHERE id = $id', {
          ...{ id, name: row.name, language: row.language },
        });
        if (hash !== null) {
          await db.run('UPDATE users SET password_hash = $hash WHERE id = $id', { id, hash });
          await endSessionsOf(db, id, visit.sessionToken);
        }
        await auditAccount({ db, caller, now }, hash === null ? 'account changed' : 'password changed');
      });
      return sessionBody(call.db, row, visit.sessionToken!);
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
      return new Reply({ success: true }, cookieHeader(services, null));
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
    result: done,
    run: async ({ db, services, now, body }) => {
      await resetOf(db, body.token, now);
      const hash = await services.passwords.hash(body.password);
      await services.db.write((transaction) => reset(transaction, body.token, hash, now));
      return { success: true };
    },
  }),
];

/** The same for an address without an account. */
function wrongPassword(): Problem {
  return new Problem(401, 'the e-mail address or the password is wrong');
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
  });
  if (!isRight) throw badField('oldPassword', 'wrong', 'this is not your password');
  return services.passwords.hash(body.password);
}

/** @throws Problem 400 for a wrong code, 429 after too many */
async function checkCode(
  services: PortalServices,
  db: Queries,
  address: string,
  typed: string,
): Promise<void> {
  const kept = await keptCode(db);
  const isRight = services.passwords.guess(
    () => kept !== null && isSecret(plainCode(typed), digestOf(kept)),
    { address, account: 'set-up' },
  );
  if (!isRight)
    throw badField('code', 'wrong', 'the code is wrong; the terminal and the log of the portal tell it');
}
