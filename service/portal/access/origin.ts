/**
 * Who has made a key or an invitation, and what he may do now. What he has given outlives him where it stays
 * with the entity (keys), and ends with his rights where it is only his word (invitations).
 */
import type { Queries } from '../database/database.ts';
import { beneath } from '../entities/store.ts';
import type { Caller, Grant } from './caller.ts';
import { permissionsAt } from './caller.ts';
import { covers } from './escalation.ts';
import type { Role } from './roles.ts';
import { callerOfUser } from './users.ts';

/** A user or a key; nulls: the portal's own machine, or not known any more. */
export interface Origin {
  kind: 'user' | 'key' | null;
  id: number | null;
}

/** Whether somebody could still give what he gave. */
export const ORIGIN_STATES = ['active', 'fewerRights', 'gone', 'unknown'] as const;
/** See {@link ORIGIN_STATES}: `gone` may do nothing there any more. */
export type OriginState = (typeof ORIGIN_STATES)[number];

/** The origin that a caller is. */
export function originOf({ kind, id }: Caller): Origin {
  return kind === 'visitor' || id === 0 ? { kind: null, id: null } : { kind, id };
}

/** Looks origins up, each once. */
export class Origins {
  private readonly db: Queries;
  private readonly now: number;
  private readonly callers = new Map<string, Promise<Caller>>();

  /** @param now milliseconds since 1970 */
  constructor(db: Queries, now: number) {
    this.db = db;
    this.now = now;
  }

  /** Whether an origin could give a role at a path now. */
  async stateOf({ kind, id }: Origin, path: string, role: Role): Promise<OriginState> {
    if (kind === null || id === null) return 'unknown';
    const name = `${kind} ${id}`;
    let caller = this.callers.get(name);
    if (!caller) {
      caller = kind === 'user' ? callerOfUser(this.db, { id, name }) : this.key(id, name);
      this.callers.set(name, caller);
    }
    return stateAt(await caller, path, role);
  }

  private async key(id: number, name: string): Promise<Caller> {
    const rows = await this.db.select<{ entity_id: number; path: string; role: Role }>(
      `SELECT k.entity_id, e.path, k.role FROM api_keys k JOIN entities e ON e.id = k.entity_id
        WHERE k.id = $id AND ${KEY_IN_FORCE}`,
      { id, now: this.now },
    );
    const grants = rows.map(({ entity_id, path, role }) => ({ entityId: entity_id, path, role }));
    return { kind: 'key', id, name, grants };
  }
}

/** Condition on `api_keys k` at `$now`. */
const KEY_IN_FORCE = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $now)';

/** Giving takes what inviting and making keys take: to manage users, and all that is given. */
function stateAt(caller: Caller, path: string, role: Role): OriginState {
  const own = permissionsAt(caller, path);
  if (own.has('ManageUsers') && covers(caller, { path }, role)) return 'active';
  return own.size === 0 ? 'gone' : 'fewerRights';
}

/** Keys that a user has made, also those made with such keys. */
const MADE = `WITH RECURSIVE made (id) AS (
    SELECT id FROM api_keys WHERE creator_kind = 'user' AND creator_id = $userId
    UNION SELECT k.id FROM api_keys k JOIN made m ON k.creator_kind = 'key' AND k.creator_id = m.id
  )`;

/** What a user has given within an entity. */
export interface Given {
  /** Ids of keys in force. */
  keys: number[];
  /** Ids of invitations that are open. */
  invitations: number[];
}

/**
 * What a user has given within an entity, himself or with keys of his making, that goes beyond rights of his.
 * @param rights his grants, as they are or would be
 */
export async function givenBeyond(
  db: Queries,
  { path }: { path: string },
  user: { id: number; rights: readonly Grant[] },
  now: number,
): Promise<Given> {
  const { sql, parameters } = beneath(path);
  const caller: Caller = { kind: 'user', id: user.id, name: '', grants: user.rights };
  const bind = { ...parameters, userId: user.id, now };
  const keys = await db.select<{ id: number; role: Role; path: string }>(
    `${MADE} SELECT k.id, k.role, e.path FROM made m JOIN api_keys k ON k.id = m.id
       JOIN entities e ON e.id = k.entity_id WHERE ${KEY_IN_FORCE} AND ${sql} ORDER BY k.id DESC`,
    bind,
  );
  const invitations = await db.select<{ id: number; role: Role; path: string }>(
    `${MADE} SELECT i.id, i.role, e.path FROM invitations i JOIN entities e ON e.id = i.entity_id
      WHERE i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > $now AND ${sql}
        AND (i.inviter_kind = 'user' AND i.inviter_id = $userId
          OR i.inviter_kind = 'key' AND i.inviter_id IN (SELECT id FROM made)) ORDER BY i.id DESC`,
    bind,
  );
  const isBeyond = (one: { path: string; role: Role }) => stateAt(caller, one.path, one.role) !== 'active';
  return {
    keys: keys.filter(isBeyond).map(({ id }) => id),
    invitations: invitations.filter(isBeyond).map(({ id }) => id),
  };
}
