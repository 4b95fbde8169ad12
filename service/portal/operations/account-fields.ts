/** Fields of people's accounts, and what their sessions are answered with. */
import { z } from 'zod';
import { MAX_LENGTH, MIN_LENGTH } from '../../access/password.ts';
import { LANGUAGES } from '../../locales.ts';
import { permissionsOf, ROLES } from '../access/roles.ts';
import { browserCookie } from '../access/devices.ts';
import { csrfOf, sessionCookie } from '../access/sessions.ts';
import { callerOfUser, type UserRow } from '../access/users.ts';
import { type Call, Reply } from '../api/operation.ts';
import type { Queries } from '../database/database.ts';
import { type EntityRow, ENTITY_COLUMNS, kindOf } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
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

/** A role by its name. */
export const role = () => z.enum(ROLES);
/** Id of a user, key or invitation. */
export const rowId = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** It was done. */
export const done = z.object({ success: z.literal(true) });

/** GET /session: who has signed in, and what he may do where. */
export const sessionResult = z.object({
  user: z.object({ id: z.int(), name: z.string(), email: z.string(), language: language() }),
  csrf: z.string(),
  grants: z.array(
    z.object({
      entityId: z.int(),
      name: z.string(),
      kind: z.enum(['organization', 'company', 'location']),
      role: role(),
      permissions: z.array(z.string()),
    }),
  ),
});

/** Answers who has signed in, with the cookie of the session. */
export async function signedIn(
  { services, visit }: Pick<Call, 'services' | 'visit'>,
  user: UserRow,
  token: string,
): Promise<Reply> {
  const secure = isSecure(services);
  const cookies = [sessionCookie(token, secure), browserCookie(visit.cookies, user, secure)];
  return new Reply(await sessionBody(services.db, user, token), { 'set-cookie': cookies });
}

/** Whether the page is reached over HTTPS: cookies then go nowhere else. */
export function isSecure(services: PortalServices): boolean {
  return services.publicUrl().startsWith('https:');
}

/** {@link sessionResult} for a user. */
export async function sessionBody(
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
