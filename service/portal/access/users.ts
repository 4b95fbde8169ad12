/** People who can sign in, and their roles. */
import type { Queries, Transaction } from '../database/database.ts';
import type { Caller } from './caller.ts';
import type { Language } from '../../locales.ts';
import type { Role } from './roles.ts';
import { normalForm } from '../../normal-form.ts';

/** A user as he is kept. */
export interface UserRow {
  id: number;
  email: string;
  name: string;
  /** As `hashPassword` makes it. */
  password_hash: string;
  language: Language;
}

const COLUMNS = 'id, email, name, password_hash, language';

/** What a new user is made of. */
export type NewUser = Omit<UserRow, 'id'>;

/** Addresses count as the same in any case, but not without their accents: those are other mailboxes. */
export function emailKey(email: string): string {
  return normalForm(email, 'NFKC').toLowerCase();
}

/** The user of an e-mail address. */
export async function findUserByEmail(db: Queries, email: string): Promise<UserRow | null> {
  const [row] = await db.select<UserRow>(`SELECT ${COLUMNS} FROM users WHERE email_key = $key`, {
    key: emailKey(email),
  });
  return row ?? null;
}

/** The user of an id. */
export async function findUser(db: Queries, id: number): Promise<UserRow | null> {
  const [row] = await db.select<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = $id`, { id });
  return row ?? null;
}

/**
 * Stores a new user.
 * @throws an error of a duplicate when the address has one
 */
export async function insertUser(db: Transaction, user: NewUser, now: number): Promise<UserRow> {
  const row: UserRow = { ...user, id: await db.nextId('row_ids') };
  await db.run(
    `INSERT INTO users (id, email, email_key, name, password_hash, language, created_at)
      VALUES ($id, $email, $key, $name, $password_hash, $language, $now)`,
    { ...row, key: emailKey(row.email), now },
  );
  return row;
}

/** Gives a user a role on an entity, instead of the one that he had there. */
export async function putGrant(
  db: Transaction,
  grant: { userId: number; entityId: number; role: Role; now: number },
): Promise<void> {
  await db.run(
    `INSERT INTO grants (user_id, entity_id, role, created_at) VALUES ($userId, $entityId, $role, $now)
      ON CONFLICT (user_id, entity_id) DO UPDATE SET role = excluded.role`,
    { ...grant },
  );
}

/** A user as whoever asks, with all his roles. */
export async function callerOfUser(db: Queries, user: Pick<UserRow, 'id' | 'name'>): Promise<Caller> {
  const rows = await db.select<{ entity_id: number; role: Role; path: string }>(
    `SELECT g.entity_id, g.role, e.path FROM grants g JOIN entities e ON e.id = g.entity_id
      WHERE g.user_id = $id ORDER BY e.path`,
    { id: user.id },
  );
  const grants = rows.map(({ entity_id, role, path }) => ({ entityId: entity_id, role, path }));
  return { kind: 'user', id: user.id, name: user.name, grants };
}
