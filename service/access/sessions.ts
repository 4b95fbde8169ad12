/** Who has signed in on a page. Forgotten when the service stops. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SteadyClock } from '../clock.ts';

/** A till is left alone in the shop: nobody stays signed in who does nothing. */
const IDLE_MS = 30 * 60_000;
/** A working day. */
const LONGEST_MS = 12 * 60 * 60_000;
/** A cashier who is not at the till any more is soon somebody else. */
export const CASHIER_IDLE_MS = 10 * 60_000;
const MAX_SESSIONS = 100;
const TOKEN_BYTES = 32;

/** One who has signed in. */
export interface Session {
  /** Value of the cookie. */
  id: string;
  /** Has to come in a header with everything that changes something: no other site knows it. */
  csrf: string;
  /** Id of the person who has shown a PIN (people.ts); null for the manager's password. */
  person: string | null;
}

/** Why a session ended: nobody used it, or its person may not sign in any more, or not so. */
export type EndedBy = 'idle' | 'rights';

interface Open extends Session {
  began: Moment;
  used: Moment;
  idleMs: number;
}

/** The time of day and the time that has passed: a computer that sleeps counts only the one, a clock that is put back only the other. */
interface Moment {
  now: number;
  elapsed: number;
}

/** The sessions of a service. */
export class Sessions {
  private readonly clock: SteadyClock;
  private readonly open = new Map<string, Open>();
  /** Those that did not end by the wish of who had them, so that a page can say why; the oldest first. */
  private readonly ended = new Map<string, EndedBy>();

  constructor(clock: SteadyClock) {
    this.clock = clock;
  }

  /**
   * Begins a session; the oldest one ends when there are too many.
   * @param person who has shown a PIN; null for the manager's password
   * @param idleMs it ends after so long without a request
   */
  begin(person: string | null = null, idleMs = IDLE_MS): Session {
    const moment = this.moment();
    const session = { id: token(), csrf: token(), person, began: moment, used: moment, idleMs };
    const [oldest] = this.open.keys();
    if (this.open.size >= MAX_SESSIONS && oldest !== undefined) this.open.delete(oldest);
    this.open.set(session.id, session);
    return session;
  }

  /**
   * The session of a cookie, which goes on by it; null when there is none any more.
   * @param isUse a page that asks by itself is no person at the till
   */
  find(id: string, isUse = true): Session | null {
    const session = this.open.get(id);
    if (!session) return null;
    const moment = this.moment();
    if (between(session.used, moment) > session.idleMs || between(session.began, moment) > LONGEST_MS) {
      this.endBy(id, 'idle');
      return null;
    }
    if (isUse || session.person === null) session.used = moment;
    return session;
  }

  /** Ends a session. */
  end(id: string): void {
    this.open.delete(id);
  }

  /** Ends the sessions of a person whose rights are other ones now. */
  endOf(person: string): void {
    for (const [id, session] of this.open) if (session.person === person) this.endBy(id, 'rights');
  }

  /** Why a session ended; null when it is open, unknown, or ended by the wish of who had it. */
  whyEnded(id: string): EndedBy | null {
    return this.ended.get(id) ?? null;
  }

  /** Ends all, as another password does. */
  endAll(): void {
    this.open.clear();
  }

  private endBy(id: string, why: EndedBy): void {
    this.open.delete(id);
    this.ended.set(id, why);
    const [oldest] = this.ended.keys();
    if (this.ended.size > MAX_SESSIONS) this.ended.delete(oldest!);
  }

  private moment(): Moment {
    return { now: this.clock.now(), elapsed: this.clock.elapsed() };
  }
}

function between(from: Moment, till: Moment): number {
  return Math.max(till.now - from.now, till.elapsed - from.elapsed);
}

/** Whether a request knows the token of its session. */
export function hasToken(session: Session, sent: string | undefined): boolean {
  if (sent?.length !== session.csrf.length) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(session.csrf));
}

function token(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
