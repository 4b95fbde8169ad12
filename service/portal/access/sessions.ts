/**
 * Users who have signed in on the page. The database keeps a digest of what is
 * in the cookie, so that all processes of a portal know a session and nobody
 * who reads the database can take one over.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookieOf } from '../../access/cookies.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Queries, Transaction } from '../database/database.ts';
import { forbidden } from '../problem.ts';
import type { Caller } from './caller.ts';
import { digestOf } from './secrets.ts';
import { callerOfUser } from './users.ts';

/** Name of the cookie. */
const SESSION_COOKIE = 'tillmark_portal';
/** Header that comes with everything a session changes: no other site knows its value. */
const CSRF_HEADER = 'x-csrf-token';

/** A working day and a break: who comes back the next morning signs in again. */
const IDLE_MS = 12 * 60 * 60_000;
const LONGEST_MS = 7 * 24 * 60 * 60_000;
/** The use of a session is noted at most this often. */
const USE_NOTED_MS = 60_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** What the API asks of sessions. */
export interface Sessions {
  /** Whoever has signed in; null for all others. A request that is to change something must bring the session's token. */
  callerOf(request: IncomingMessage, changes: boolean): Promise<Caller | null>;
}

/** What a `Cookie` header says about the session; null when nothing. */
export function sessionTokenOf(cookies: string | undefined): string | null {
  const value = cookieOf(cookies, SESSION_COOKIE);
  return value !== null && TOKEN.test(value) ? value : null;
}

/** What a session has to send in {@link CSRF_HEADER}: follows from the cookie, which no script can read. */
export function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Sessions of the database. */
export class DatabaseSessions implements Sessions {
  private readonly db: Database;
  private readonly clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.db = db;
    this.clock = clock;
  }

  async callerOf(request: IncomingMessage, changes: boolean): Promise<Caller | null> {
    const token = sessionTokenOf(request.headers.cookie);
    const user = token === null ? null : await this.userOf(token);
    if (token === null || user === null) return null;
    if (changes && !isSame(csrfOf(token), request.headers[CSRF_HEADER])) {
      throw forbidden(`send the csrf value of GET /session in the header ${CSRF_HEADER}`);
    }
    return callerOfUser(this.db, user);
  }

  /** The user of a session, which goes on by it. */
  private async userOf(token: string): Promise<{ id: number; name: string } | null> {
    const now = this.clock.now();
    const hash = digestOf(token);
    const [row] = await this.db.select<{ id: number; name: string; used_at: number }>(
      `SELECT u.id, u.name, s.used_at FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.hash = $hash AND s.used_at >= $idle AND s.began_at >= $longest`,
      { hash, idle: now - IDLE_MS, longest: now - LONGEST_MS },
    );
    if (!row) return null;
    if (row.used_at < now - USE_NOTED_MS) {
      await this.db.run('UPDATE sessions SET used_at = $now WHERE hash = $hash', { now, hash });
    }
    return row;
  }
}

/**
 * Begins a session, always with a token of its own, and ends the one before.
 * @param before token of the cookie that came with the request
 * @returns value of the cookie
 */
export async function beginSession(
  db: Transaction,
  userId: number,
  before: string | null,
  now: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  if (before !== null) await endSession(db, before);
  await db.run(
    'INSERT INTO sessions (hash, user_id, began_at, used_at) VALUES ($hash, $userId, $now, $now)',
    { hash: digestOf(token), userId, now },
  );
  await db.run('UPDATE users SET signed_in_at = $now WHERE id = $userId', { now, userId });
  return token;
}

/** Forgets the sessions that have ended by themselves. */
export async function removeEndedSessions(db: Queries, now: number): Promise<void> {
  const bounds = { idle: now - IDLE_MS, longest: now - LONGEST_MS };
  const ended = 'used_at < $idle OR began_at < $longest';
  const [row] = await db.select(`SELECT hash FROM sessions WHERE ${ended} LIMIT 1`, bounds);
  if (row) await db.run(`DELETE FROM sessions WHERE ${ended}`, bounds);
}

/** Ends a session. */
export async function endSession(db: Queries, token: string): Promise<void> {
  await db.run('DELETE FROM sessions WHERE hash = $hash', { hash: digestOf(token) });
}

/** Ends all sessions of a user, as another password does, but the one with the token. */
export async function endSessionsOf(db: Queries, userId: number, except: string | null): Promise<void> {
  await db.run('DELETE FROM sessions WHERE user_id = $userId AND hash <> $hash', {
    userId,
    hash: except === null ? '' : digestOf(except),
  });
}

/**
 * The header `Set-Cookie` of a session.
 * @param token null: there is none any more
 * @param secure the page is reached over HTTPS
 */
export function sessionCookie(token: string | null, secure: boolean): string {
  const age = token === null ? 0 : LONGEST_MS / 1000;
  const value = `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
  return secure ? `${value}; Secure` : value;
}

function isSame(expected: string, sent: string | string[] | undefined): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(String(sent ?? ''))];
  return a.length === b.length && timingSafeEqual(a, b);
}
