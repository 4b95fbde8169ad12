/**
 * The manager's password (doc 2, "system password of the profile"): checked in
 * constant time, slowly, and not any number of times.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SteadyClock } from '../clock.ts';
import { Attempts } from './attempts.ts';
import type { Approach } from './caller.ts';
import { cookieOf } from './cookies.ts';
import { deviceCookie, deviceOf } from './devices.ts';
import { networkOf, THIS_MACHINE } from './network.ts';
import { isPassword, MAX_LENGTH } from './password.ts';
import { Sessions } from './sessions.ts';
import { TooManyError, Turns } from './turns.ts';
import { normalForm } from '../normal-form.ts';

/** Name of the cookie of a browser that has signed in before. */
export const DEVICE_COOKIE = 'tillmark-device';

/** However a keyboard composes its letters, no password is longer; what is costs no time. */
const LONGEST = 4 * MAX_LENGTH;

/** What came of a password. */
export type Verdict = 'right' | 'wrong' | { waitSeconds: number };

/** Knows managers by their password and by their session. */
export class Manager {
  readonly sessions: Sessions;
  private readonly attempts: Attempts;
  private readonly turns: Turns;
  private readonly hash: () => string | null;
  /** Of the last right password, so that a program that sends it with each request does not wait each time. */
  private right: { hash: string; digest: Buffer } | null = null;
  private readonly secret = randomBytes(32);

  /** @param hash the password as it is kept, null when there is none */
  constructor(hash: () => string | null, clock: SteadyClock, turns = new Turns()) {
    this.hash = hash;
    this.turns = turns;
    this.attempts = new Attempts(clock);
    this.sessions = new Sessions(clock);
  }

  /** Whether there is a password. Without one, whoever is at the machine is the manager, and nobody else. */
  get hasPassword(): boolean {
    return this.hash() !== null;
  }

  /** The password is another one now: sessions and counts end. */
  passwordChanged(): void {
    this.right = null;
    this.sessions.endAll();
    this.attempts.clear();
  }

  /**
   * Checks a password. There is no right one while none is set.
   * @param from who asks; several wrong ones make him wait, and nobody else
   */
  async check(password: string, from: Approach): Promise<Verdict> {
    const names = this.namesOf(from);
    const name = this.attempts.heardAs(names);
    const waitSeconds = this.attempts.waitOf(name);
    if (waitSeconds > 0) return { waitSeconds };
    if (password.length > LONGEST) return this.count(false, name);
    const right = this.right;
    if (right !== null && right.hash === this.hash() && this.attempts.knows(name)) {
      return this.count(timingSafeEqual(right.digest, this.digest(password)), name);
    }
    const isKnown = name !== networkOf(from.address) || name === THIS_MACHINE || this.attempts.knows(name);
    const asker = { name, isKnown, wrong: this.attempts.wrongOf(name) };
    try {
      return await this.turns.take(asker, () => this.checkSlowly(password, names));
    } catch (error) {
      if (error instanceof TooManyError) return { waitSeconds: error.waitSeconds };
      throw error;
    }
  }

  /** Where somebody is counted, and whether strangers could not pretend to be there. */
  placeOf(from: Approach): { place: string; isKnown: boolean } {
    const [place] = this.namesOf(from);
    return { place, isKnown: place !== networkOf(from.address) || place === THIS_MACHINE };
  }

  /** Value of the cookie for a browser that has just signed in; null without a password. */
  deviceCookie({ cookie }: Approach['headers']): string | null {
    const hash = this.hash();
    return hash === null ? null : deviceCookie(hash, deviceOf(hash, cookieOf(cookie, DEVICE_COOKIE)));
  }

  /** As who somebody is counted: as a browser that has signed in before, else as one of his network. */
  private namesOf({ address, headers }: Approach): [string, ...string[]] {
    const hash = this.hash();
    const device = hash === null ? null : deviceOf(hash, cookieOf(headers.cookie, DEVICE_COOKIE));
    const network = networkOf(address);
    return device === null ? [network] : [`browser ${device}`, network];
  }

  private async checkSlowly(password: string, names: [string, ...string[]]): Promise<Verdict> {
    // Those before may have used up the patience.
    const name = this.attempts.heardAs(names);
    const waitSeconds = this.attempts.waitOf(name);
    if (waitSeconds > 0) return { waitSeconds };
    const hash = this.hash();
    const isRight = hash !== null && (await isPassword(password, hash));
    if (isRight) this.right = { hash, digest: this.digest(password) };
    return this.count(isRight, name);
  }

  private count(isRight: boolean, name: string): Verdict {
    if (isRight) this.attempts.right(name);
    else this.attempts.wrong(name);
    return isRight ? 'right' : 'wrong';
  }

  private digest(password: string): Buffer {
    return createHmac('sha256', this.secret).update(normalForm(password, 'NFC'), 'utf8').digest();
  }
}
