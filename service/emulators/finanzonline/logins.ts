/** Users and sessions of the emulator. */
import { randomInt } from 'node:crypto';
import type { Clock } from '../../clock.ts';

/** A web service user. Tests may change it. */
export interface EmulatedUser {
  /** Teilnehmer: the company. */
  participant: string;
  user: string;
  pin: string;
  /** Locked by an administrator (-6). */
  locked?: boolean;
  /** A user for the portal only (-7). */
  portalOnly?: boolean;
  /** The company is locked (-8). */
  barred?: boolean;
  /** May log in and report nothing (rkdb -4). */
  mayNotReport?: boolean;
}

/** What comes of a login. */
export type Login = { id: string } | { code: string };

/** Wrong PINs until the user is locked (-5). FinanzOnline publishes no number. */
const MAX_WRONG = 3;
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The login of both services. */
export class Logins {
  readonly users: EmulatedUser[];
  private readonly clock: Clock;
  private readonly sessionMs: number;
  private readonly sessions = new Map<string, { user: EmulatedUser; opened: number }>();
  private readonly wrong = new Map<EmulatedUser, number>();

  /** @param sessionMs how long a session lives; FinanzOnline publishes no number */
  constructor(users: readonly EmulatedUser[], clock: Clock, sessionMs: number) {
    this.users = users.map((user) => ({ ...user }));
    this.clock = clock;
    this.sessionMs = sessionMs;
  }

  /** `login`: a session id, or a return code. */
  login(participant: string, name: string, pin: string): Login {
    const user = this.users.find((u) => u.participant === participant && u.user === name);
    if (!user) return { code: '-4' };
    if (user.barred) return { code: '-8' };
    if (user.locked) return { code: '-6' };
    const wrong = this.wrong.get(user) ?? 0;
    if (wrong >= MAX_WRONG) return { code: '-5' };
    if (user.pin !== pin) {
      this.wrong.set(user, wrong + 1);
      return { code: '-4' };
    }
    this.wrong.delete(user);
    if (user.portalOnly) return { code: '-7' };
    const id = Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    this.sessions.set(id, { user, opened: this.clock.now() });
    return { id };
  }

  /** Forgets the wrong PINs of all users. */
  unlock(): void {
    this.wrong.clear();
  }

  /** Whose session it is; null when it is none of this user or has expired. */
  userOf(participant: string, name: string, id: string): EmulatedUser | null {
    const session = this.sessions.get(id);
    if (!session || this.clock.now() - session.opened >= this.sessionMs) return null;
    const { user } = session;
    return user.participant === participant && user.user === name ? user : null;
  }

  /** `logout`: whether there was such a session. */
  logout(participant: string, name: string, id: string): boolean {
    return this.userOf(participant, name, id) !== null && this.sessions.delete(id);
  }

  /** Ends all sessions. */
  expire(): void {
    this.sessions.clear();
  }

  /** Sessions that are open. */
  get open(): number {
    return this.sessions.size;
  }
}
