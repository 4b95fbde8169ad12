/**
 * The manager's password (doc 2, "system password of the profile"): checked in
 * constant time, slowly, and not any number of times.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { Attempts } from './attempts.ts';
import { isPassword } from './password.ts';
import { Sessions } from './sessions.ts';

/** What came of a password. */
export type Verdict = 'right' | 'wrong' | { waitSeconds: number };

/** Knows managers by their password and by their session. */
export class Manager {
  readonly sessions: Sessions;
  readonly #attempts: Attempts;
  readonly #hash: () => string | null;
  /** Of the last right password, so that a program that sends it with each request does not wait each time. */
  #known: { hash: string; digest: Buffer } | null = null;
  readonly #secret = randomBytes(32);
  /** The check under way: they are slow and take memory, so there is one at a time. */
  #checking: Promise<unknown> = Promise.resolve();

  /** @param hash the password as it is kept, null when there is none */
  constructor(hash: () => string | null, clock: Clock) {
    this.#hash = hash;
    this.#attempts = new Attempts(clock);
    this.sessions = new Sessions(clock);
  }

  /** Whether there is a password. Without one, whoever is at the machine is the manager, and nobody else. */
  get hasPassword(): boolean {
    return this.#hash() !== null;
  }

  /** The password is another one now: sessions and counts end. */
  passwordChanged(): void {
    this.#known = null;
    this.sessions.endAll();
    this.#attempts.clear();
  }

  /**
   * Checks a password. There is no right one while none is set.
   * @param address who asks; several wrong ones make it wait
   */
  async check(password: string, address: string): Promise<Verdict> {
    const waitSeconds = this.#attempts.waitOf(address);
    if (waitSeconds > 0) return { waitSeconds };
    if (this.#isKnown(password)) return 'right';
    const checked = this.#checking.then(() => this.#checkSlowly(password, address));
    this.#checking = checked.catch(() => undefined);
    return checked;
  }

  async #checkSlowly(password: string, address: string): Promise<Verdict> {
    // Those before it may have used up the address's patience.
    const waitSeconds = this.#attempts.waitOf(address);
    if (waitSeconds > 0) return { waitSeconds };
    const hash = this.#hash();
    if (hash !== null && (await isPassword(password, hash))) {
      this.#known = { hash, digest: this.#digest(password) };
      this.#attempts.right(address);
      return 'right';
    }
    this.#attempts.wrong(address);
    return 'wrong';
  }

  #isKnown(password: string): boolean {
    return (
      this.#known !== null &&
      this.#known.hash === this.#hash() &&
      timingSafeEqual(this.#known.digest, this.#digest(password))
    );
  }

  #digest(password: string): Buffer {
    return createHmac('sha256', this.#secret).update(password.normalize('NFC'), 'utf8').digest();
  }
}
