/** Invitations: a link by mail that gives whoever opens it a role on an entity (doc 1, 10 days). */
import { audit, auditCall } from '../audit.ts';
import { isDuplicate, type Queries, type Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { queueMail } from '../mail/outbox.ts';
import { badField, notFound, Problem } from '../problem.ts';
import { actorOf } from './caller.ts';
import { mustCover } from './escalation.ts';
import { countInvitation } from './invitation-limits.ts';
import { languageOf } from './languages.ts';
import type { Language } from '../../locales.ts';
import { type Origin, originOf, Origins, type OriginState } from './origin.ts';
import type { Role } from './roles.ts';
import { digestOf, makeSecret } from './secrets.ts';
import { emailKey, findUser, findUserByEmail, insertUser, putGrant, type UserRow } from './users.ts';

/** Doc 1: an invitation is valid for 10 days. */
const INVITATION_MS = 10 * 24 * 60 * 60_000;

/** An invitation as it is kept. */
export interface InvitationRow {
  id: number;
  entity_id: number;
  email: string;
  role: Role;
  /** Name of who has sent it last. */
  invited_by: string;
  inviter_kind: Origin['kind'];
  inviter_id: Origin['id'];
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  withdrawn_at: number | null;
}

const COLUMNS =
  'id, entity_id, email, role, invited_by, inviter_kind, inviter_id, created_at, expires_at, accepted_at, withdrawn_at';
const OPEN = 'accepted_at IS NULL AND withdrawn_at IS NULL';

/** An invitation that was just sent. */
export interface SentInvitation extends InvitationRow {
  /** Of its link. */
  token: string;
}

/** Whom to invite as what. */
export interface NewInvitation {
  email: string;
  role: Role;
  /** Language of the mail for who has no account yet. */
  language?: Language | null | undefined;
}

/**
 * Invites somebody, with a mail. An older invitation of the same person to the same entity ends.
 * @throws Problem 403 for a role that the caller does not have himself, 400 for who has one already, 429
 */
export async function invite(
  call: Context,
  entity: EntityRow,
  invitation: NewInvitation,
): Promise<SentInvitation> {
  const { db, caller, now } = call;
  const { email, role } = invitation;
  mustCover(caller, entity, role);
  const user = await findUserByEmail(db, email);
  if (user && (await hasGrant(db, user.id, entity.id))) {
    throw badField('emailAddress', 'taken', `${email} has a role here already: change that one`);
  }
  await countInvitation(call, entity, email);
  const known = await openInvitations(db, entity.id);
  for (const older of known.filter((one) => emailKey(one.email) === emailKey(email))) {
    await withdraw(call, entity, older);
  }
  const { kind: inviter_kind, id: inviter_id } = originOf(caller);
  const row: InvitationRow = {
    id: await db.nextId('row_ids'),
    entity_id: entity.id,
    ...{ email, role, invited_by: caller.name, inviter_kind, inviter_id },
    created_at: now,
    expires_at: now + INVITATION_MS,
    accepted_at: null,
    withdrawn_at: null,
  };
  const token = makeSecret('tmi');
  await db.run(
    `INSERT INTO invitations
      (id, entity_id, email, role, hash, invited_by, inviter_kind, inviter_id, created_at, expires_at)
      VALUES ($id, $entity_id, $email, $role, $hash, $invited_by, $inviter_kind, $inviter_id, $created_at, $expires_at)`,
    {
      ...{ id: row.id, entity_id: row.entity_id, email, role, hash: digestOf(token) },
      ...{
        invited_by: row.invited_by,
        inviter_kind,
        inviter_id,
        created_at: now,
        expires_at: row.expires_at,
      },
    },
  );
  const language = invitation.language ?? (await mailLanguage(call, entity, user));
  await mailInvitation(db, row, { entity, language, token, now });
  await auditCall(call, 'user invited', entity, { invitationId: row.id, email, role });
  return { ...row, token };
}

/**
 * Sends a new link, valid for another 10 days; the one before ends. Who sends it is the inviter from now on.
 * @throws Problem 403, 429
 */
export async function resend(call: Context, entity: EntityRow, row: InvitationRow): Promise<SentInvitation> {
  const { db, caller, now } = call;
  mustCover(caller, entity, row.role);
  await countInvitation(call, entity, row.email);
  const token = makeSecret('tmi');
  const expires_at = now + INVITATION_MS;
  const { kind: inviter_kind, id: inviter_id } = originOf(caller);
  const inviter = { invited_by: caller.name, inviter_kind, inviter_id };
  await db.run(
    `UPDATE invitations SET hash = $hash, expires_at = $expires_at, invited_by = $invited_by,
        inviter_kind = $inviter_kind, inviter_id = $inviter_id WHERE id = $id`,
    { hash: digestOf(token), expires_at, ...inviter, id: row.id },
  );
  const again = { ...row, ...inviter, expires_at };
  const language = await mailLanguage(call, entity, await findUserByEmail(db, row.email));
  await mailInvitation(db, again, { entity, language, token, now });
  await auditCall(call, 'invitation sent again', entity, { invitationId: row.id, email: row.email });
  return { ...again, token };
}

/** Ends an invitation. */
export async function withdraw(call: Context, entity: EntityRow, row: InvitationRow): Promise<void> {
  await call.db.run('UPDATE invitations SET withdrawn_at = $now WHERE id = $id', {
    now: call.now,
    id: row.id,
  });
  await auditCall(call, 'invitation withdrawn', entity, { invitationId: row.id, email: row.email });
}

/** Invitations to an entity that nobody has accepted or withdrawn, also those that have expired; newest first. */
export function openInvitations(db: Queries, entityId: number): Promise<InvitationRow[]> {
  return db.select<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE entity_id = $entityId AND ${OPEN} ORDER BY id DESC`,
    { entityId },
  );
}

/** An invitation that is neither accepted nor withdrawn. */
export async function findOpenInvitation(db: Queries, id: number, lock = ''): Promise<InvitationRow | null> {
  const [row] = await db.select<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE id = $id AND ${OPEN} ${lock}`,
    { id },
  );
  return row ?? null;
}

/**
 * The invitation of a link.
 * @throws Problem 404 when it cannot be accepted (any more)
 */
export async function invitationOf(
  db: Queries,
  token: string,
  now: number,
  lock = '',
): Promise<InvitationRow> {
  const [row] = await db.select<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE hash = $hash AND ${OPEN} ${lock}`,
    { hash: digestOf(token) },
  );
  if (!row) throw notFound('invitation with this link');
  if (row.expires_at <= now) throw new Problem(404, 'the invitation has expired: ask for a new one');
  const [entity] = await db.select<{ path: string }>('SELECT path FROM entities WHERE id = $id', {
    id: row.entity_id,
  });
  const inviter = await inviterState(new Origins(db, now), row, entity!);
  if (inviter !== 'active') throw ended();
  return row;
}

/** Whether who has sent an invitation could still give its role: an invitation is no more than his word. */
export function inviterState(
  origins: Origins,
  { inviter_kind: kind, inviter_id: id, role }: InvitationRow,
  { path }: { path: string },
): Promise<OriginState> {
  return origins.stateOf({ kind, id }, path, role);
}

function ended(): Problem {
  const message = 'the invitation has ended: who sent it may not give this role any more; ask for a new one';
  return new Problem(404, message, [{ field: '', code: 'inviterEnded', message }]);
}

/**
 * Accepts an invitation: whoever has the link gets the role, and an account if he has none.
 * @param account how the account is found or made; it was checked before, which takes long
 * @throws Problem 404; 409 for who has a role there by now, which no invitation changes
 */
export async function accept(
  db: Transaction,
  token: string,
  account: { userId: number } | { name: string; password_hash: string; language: Language },
  now: number,
): Promise<UserRow> {
  const { id, entity_id: entityId, email, role } = await invitationOf(db, token, now, db.forUpdate);
  await db.run('UPDATE invitations SET accepted_at = $now WHERE id = $id', { now, id });
  const user =
    'userId' in account ? await findUser(db, account.userId) : await newUser(db, { ...account, email }, now);
  if (!user) throw notFound('account');
  if (await hasGrant(db, user.id, entityId)) {
    throw new Problem(409, `${user.email} has a role here already, which no invitation changes`);
  }
  const [entity] = await db.select<EntityRow>('SELECT id, path FROM entities WHERE id = $entityId', {
    entityId,
  });
  await putGrant(db, { userId: user.id, entityId, role, now });
  const actor = actorOf({ kind: 'user', id: user.id, name: user.name, grants: [] });
  const detail = { invitationId: id, userId: user.id, email, role };
  await audit(db, { actor, now, action: 'invitation accepted', entity: entity!, detail });
  return user;
}

function newUser(db: Transaction, user: Omit<UserRow, 'id'>, now: number): Promise<UserRow> {
  return insertUser(db, user, now).catch((error: unknown) => {
    // Another invitation was accepted at the same moment.
    throw isDuplicate(error) ? new Problem(409, `${user.email} has an account by now: try again`) : error;
  });
}

async function hasGrant(db: Queries, userId: number, entityId: number): Promise<boolean> {
  const [row] = await db.select('SELECT role FROM grants WHERE user_id = $userId AND entity_id = $entityId', {
    userId,
    entityId,
  });
  return row !== undefined;
}

/** The reader's own language, else the one of who invites him, else the one of the country. */
async function mailLanguage(
  { db, caller }: Context,
  entity: EntityRow,
  reader: UserRow | null,
): Promise<Language> {
  if (reader) return reader.language;
  const writer = caller.kind === 'user' ? await findUser(db, caller.id) : null;
  return writer?.language ?? languageOf(entity.country_code);
}

function mailInvitation(
  db: Transaction,
  row: InvitationRow,
  { entity, language, token, now }: { entity: EntityRow; language: Language; token: string; now: number },
): Promise<void> {
  const content = {
    ...{ kind: 'invitation' as const, inviter: row.invited_by, entity: entity.name },
    ...{ role: row.role, token },
  };
  return queueMail(db, { to: row.email, language, content, uselessAt: row.expires_at }, now);
}
