/** Set-up, signing in and out, the own account (for the web page). */
import { z } from 'zod';
import { MAX_LENGTH, MIN_LENGTH } from '../../access/password.ts';
import { auditAccount } from '../access/account.ts';
import { LANGUAGES } from '../access/languages.ts';
import { permissionsOf } from '../access/roles.ts';
import { beginSession, csrfOf, endSession, endSessionsOf, sessionCookie } from '../access/sessions.ts';
import { doneAlready, keptCode, needsSetUp, plainCode, setUp } from '../access/set-up.ts';
import { digestOf, isSecret } from '../access/secrets.ts';
import { callerOfUser, emailKey, findUser, findUserByEmail, type UserRow } from '../access/users.ts';
import { define } from '../api/define.ts';
import { type Call, type Operation, Reply } from '../api/operation.ts';
import type { Queries } from '../database/database.ts';
import { ENTITY_COLUMNS, type EntityRow, kindOf } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { badField, Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';

/** Name of a person. */
export const personName = () => fields.text(1, 200).regex(/^\P{Cc}*$/u, 'controls');
/** E-mail address of a user. */
export const userEmail = () => fields.email(254);
/** A new password. */
export const newPassword = () => z.string().min(MIN_LENGTH).max(MAX_LENGTH);
/** A password that is compared: any text that could be one. */
export const anyPassword = () => z.string().min(1).max(MAX_LENGTH);
/** Language of the page and of mails. */
export const language = () => z.enum(LANGUAGES);

/** GET /session: who has signed in, and what he may do where. */
export const sessionResult = z.object({
  user: z.object({ id: z.int(), name: z.string(), email: z.string(), language: language() }),
  csrf: z.string(),
  grants: z.array(
    z.object({
      entityId: z.int(),
      name: z.string(),
      kind: z.enum(['organization', 'company', 'location']),
      role: z.string(),
      permissions: z.array(z.string()),
    }),
  ),
});

const done = z.object({ success: z.literal(true) });

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
      if (!user || !isRight) throw new Problem(401, 'the e-mail address or the password is wrong');
      const token = await services.db.write((transaction) =>
        beginSession(transaction, user.id, visit.sessionToken, now),
      );
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
      const row = {
        ...user,
        name: body.name ?? user.name,
        language: body.language ?? user.language,
        password_hash: hash ?? user.password_hash,
      };
      await services.db.write(async (db) => {
        const { id, name, language, password_hash } = row;
        await db.run(
          'UPDATE users SET name = $name, language = $language, password_hash = $password_hash WHERE id = $id',
          { id, name, language, password_hash },
        );
        if (hash !== null) await endSessionsOf(db, id, visit.sessionToken);
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
];

/** Answers who has signed in, with the cookie of the session. */
export async function signedIn(services: PortalServices, user: UserRow, token: string): Promise<Reply> {
  return new Reply(await sessionBody(services.db, user, token), cookieHeader(services, token));
}

function cookieHeader(services: PortalServices, token: string | null): Record<string, string> {
  return { 'set-cookie': sessionCookie(token, services.publicUrl().startsWith('https:')) };
}

async function userOf({ db, caller }: Pick<Call, 'db' | 'caller'>): Promise<UserRow> {
  const user = await findUser(db, caller.id);
  if (!user) throw new Problem(401, 'sign in first');
  return user;
}

async function sessionBody(
  db: Queries,
  user: UserRow,
  token: string,
): Promise<z.output<typeof sessionResult>> {
  const { grants } = await callerOfUser(db, user);
  const rows = await db.select<EntityRow>(
    `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id IN (SELECT entity_id FROM grants WHERE user_id = $id)`,
    { id: user.id },
  );
  return {
    user: { id: user.id, name: user.name, email: user.email, language: user.language },
    csrf: csrfOf(token),
    grants: grants.flatMap(({ entityId, role }) => {
      const entity = rows.find(({ id }) => id === entityId);
      if (!entity) return [];
      return [
        { entityId, name: entity.name, kind: kindOf(entity), role, permissions: [...permissionsOf(role)] },
      ];
    }),
  };
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
