/** Managers who have signed in on a page. Forgotten when the service stops. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SteadyClock } from '../clock.ts';

/** A till is left alone in the shop: nobody stays signed in who does nothing. */
const IDLE_MS = 30 * 60_000;
/** A working day. */
const LONGEST_MS = 12 * 60 * 60_000;
const MAX_SESSIONS = 100;
const TOKEN_BYTES = 32;

/** One who has signed in. */
export interface Session {
  /** Value of the cookie. */
  id: string;
  /** Has to come in a header with everything that changes something: no other site knows it. */
  csrf: string;
}

interface Open extends Session {
  began: Moment;
  used: Moment;
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

  constructor(clock: SteadyClock) {
    this.clock = clock;
  }

  /** Begins a session; the oldest one ends when there are too many. */
  begin(): Session {
    const moment = this.moment();
    const session = { id: token(), csrf: token(), began: moment, used: moment };
    const [oldest] = this.open.keys();
    if (this.open.size >= MAX_SESSIONS && oldest !== undefined) this.open.delete(oldest);
    this.open.set(session.id, session);
    return session;
  }

  /** The session of a cookie, which goes on by it; null when there is none any more. */
  find(id: string): Session | null {
    const session = this.open.get(id);
    if (!session) return null;
    const moment = this.moment();
    if (between(session.used, moment) > IDLE_MS || between(session.began, moment) > LONGEST_MS) {
      this.open.delete(id);
      return null;
    }
    session.used = moment;
    return session;
  }

  /** Ends a session. */
  end(id: string): void {
    this.open.delete(id);
  }

  /** Ends all, as another password does. */
  endAll(): void {
    this.open.clear();
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
