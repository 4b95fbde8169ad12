/**
 * Where passwords are checked: slowly, one after the other, and not any number
 * of times. Who waits is told for how long. A browser that has signed in before
 * is counted by itself, so that strangers keep nobody from signing in there.
 */
import { Attempts } from '../../access/attempts.ts';
import { networkOf } from '../../access/network.ts';
import { hashPassword, isPassword } from '../../access/password.ts';
import { type Asker, TooManyError, Turns } from '../../access/turns.ts';
import type { SteadyClock } from '../../clock.ts';
import { Problem } from '../problem.ts';

/** More than a forgetful person needs, and few enough to notice that many machines guess at one account. */
const FREE_OF_ACCOUNT = 20;
/** Who is there with a new password has shown a right one before, or the link of a mail. */
const SETS_PASSWORD: Asker = { name: 'a new password', isKnown: true, wrong: 0 };

/** Who tries what. */
export interface Tried {
  /** Address of the other end of the connection. */
  address: string;
  /** What is tried to get into, such as the e-mail address. */
  account: string;
  /** The browser, if somebody has signed in to the account with it before; null for a stranger. */
  browser: string | null;
}

/** Checks and hashes passwords. */
export class PasswordChecks {
  private readonly attempts: Attempts;
  /** Wrong ones of strangers. */
  private readonly byAccount: Attempts;
  private readonly reminders: Attempts;
  private readonly turns: Turns;
  /** Is compared with where there is no account, so that the answer takes as long. */
  private nobody: Promise<string> | null = null;

  constructor(clock: SteadyClock, turns = new Turns()) {
    this.turns = turns;
    this.attempts = new Attempts(clock);
    this.byAccount = new Attempts(clock, FREE_OF_ACCOUNT);
    this.reminders = new Attempts(clock);
  }

  /**
   * Whether a password is the right one.
   * @param hash null: there is no such account; it takes as long to say no
   * @throws Problem 429 after too many wrong ones, 503 when too many wait
   */
  async check(password: string, hash: string | null, tried: Tried): Promise<boolean> {
    const name = this.heardAs(tried);
    const asker = { name, isKnown: isBrowser(tried, name), wrong: this.attempts.wrongOf(name) };
    return this.inTurn(asker, async () => {
      // Those before may have used up the patience.
      const name = this.heardAs(tried);
      // Made at the first check of all, whoever is asked for.
      const nobody = await (this.nobody ??= hashPassword('nobody has this password'));
      const isRight = (await isPassword(password, hash ?? nobody)) && hash !== null;
      this.count(isRight, name, tried);
      return isRight;
    });
  }

  /**
   * The same for a secret that nobody can guess: a right one is never kept waiting.
   * @throws Problem 429 after too many wrong ones
   */
  isSecret(isRight: boolean, address: string): boolean {
    if (isRight) return true;
    const name = `secret ${networkOf(address)}`;
    refuseFor(this.attempts.waitOf(name));
    this.attempts.wrong(name);
    return false;
  }

  /**
   * Lets somebody ask for a mail, but not any number of times.
   * @throws Problem 429
   */
  remind({ address, account }: Pick<Tried, 'address' | 'account'>): void {
    const names = [`from ${networkOf(address)}`, `to ${account}`];
    refuseFor(Math.max(...names.map((name) => this.reminders.waitOf(name))));
    for (const name of names) this.reminders.wrong(name);
  }

  /** The form in which a password is kept. */
  hash(password: string): Promise<string> {
    return this.inTurn(SETS_PASSWORD, () => hashPassword(password));
  }

  /**
   * As who somebody is heard. Where many guess at one account, strangers wait for each other; but
   * each network has one try of its own, or they could keep the right one out for ever.
   * @throws Problem 429
   */
  private heardAs(tried: Tried): string {
    const { address, account, browser } = tried;
    const network = networkOf(address);
    const name = this.attempts.heardAs(browser === null ? [network] : [`browser ${browser}`, network]);
    const isFirst = isBrowser(tried, name) || this.attempts.wrongOf(name) === 0;
    refuseFor(Math.max(this.attempts.waitOf(name), isFirst ? 0 : this.byAccount.waitOf(account)));
    return name;
  }

  private count(isRight: boolean, name: string, tried: Tried): void {
    const { account } = tried;
    if (isRight) this.attempts.right(name, account);
    else this.attempts.wrong(name, account);
    if (isBrowser(tried, name)) return;
    if (isRight) this.byAccount.right(account);
    else this.byAccount.wrong(account);
  }

  private async inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    try {
      return await this.turns.take(asker, work);
    } catch (error) {
      if (!(error instanceof TooManyError)) throw error;
      throw new Problem(503, 'too many sign in at once', [], error.waitSeconds);
    }
  }
}

function isBrowser({ browser }: Tried, name: string): boolean {
  return browser !== null && name === `browser ${browser}`;
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new Problem(429, `too many attempts: wait for ${seconds} seconds`, [], seconds);
}
