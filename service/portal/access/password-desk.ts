/**
 * Where passwords are checked: slowly, one after the other, and not any number
 * of times. Who waits is told for how long; an address and an account wait for
 * wrong ones of their own.
 */
import { isIPv6 } from 'node:net';
import { Attempts } from '../../access/attempts.ts';
import { hashPassword, isPassword } from '../../access/password.ts';
import type { Clock } from '../../clock.ts';
import { Problem } from '../problem.ts';

/** More than a forgetful person needs, and few enough that nobody keeps others from signing in by accident. */
const FREE_OF_ACCOUNT = 20;
/** Each takes about a tenth of a second. */
const MAX_WAITING = 50;

/** Who tries what. */
export interface Tried {
  /** Address of the other end of the connection. */
  address: string;
  /** What is tried to get into, such as the e-mail address. */
  account: string;
}

/** Checks and hashes passwords. */
export class PasswordDesk {
  readonly #byAddress: Attempts;
  readonly #byAccount: Attempts;
  readonly #reminders: Attempts;
  #waiting = 0;
  /** They take memory and one of the few threads that the database needs, too: one at a time. */
  #working: Promise<unknown> = Promise.resolve();
  /** Is compared with where there is no account, so that the answer takes as long. */
  #nobody: Promise<string> | null = null;

  constructor(clock: Clock) {
    this.#byAddress = new Attempts(clock);
    this.#byAccount = new Attempts(clock, FREE_OF_ACCOUNT);
    this.#reminders = new Attempts(clock);
  }

  /**
   * Whether a password is the right one.
   * @param hash null: there is no such account; it takes as long to say no
   * @throws Problem 429 after too many wrong ones, 503 when too many wait
   */
  async check(password: string, hash: string | null, { address, account }: Tried): Promise<boolean> {
    const place = networkOf(address);
    this.#refuseTired(place, account);
    return this.#inTurn(async () => {
      // Those before it may have used up the patience.
      this.#refuseTired(place, account);
      // Made at the first check of all, whoever is asked for.
      const nobody = await (this.#nobody ??= hashPassword('nobody has this password'));
      const isRight = await isPassword(password, hash ?? nobody);
      return this.#count(isRight && hash !== null, place, account);
    });
  }

  /**
   * The same for a secret that is quickly compared.
   * @throws Problem 429 after too many wrong ones
   */
  guess(isRight: () => boolean, { address, account }: Tried): boolean {
    const place = networkOf(address);
    this.#refuseTired(place, account);
    return this.#count(isRight(), place, account);
  }

  /**
   * Lets somebody ask for a mail, but not any number of times.
   * @throws Problem 429
   */
  remind({ address, account }: Tried): void {
    const names = [`from ${networkOf(address)}`, `to ${account}`];
    refuseFor(Math.max(...names.map((name) => this.#reminders.waitOf(name))));
    for (const name of names) this.#reminders.wrong(name);
  }

  /** The form in which a password is kept. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password));
  }

  #count(isRight: boolean, place: string, account: string): boolean {
    for (const [attempts, name] of [
      [this.#byAddress, place],
      [this.#byAccount, account],
    ] as const) {
      if (isRight) attempts.right(name);
      else attempts.wrong(name);
    }
    return isRight;
  }

  #refuseTired(place: string, account: string): void {
    refuseFor(Math.max(this.#byAddress.waitOf(place), this.#byAccount.waitOf(account)));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new Problem(503, 'too many sign in at once', [], 5);
    this.#waiting++;
    const turn = this.#working.then(work);
    this.#working = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new Problem(429, `too many attempts: wait for ${seconds} seconds`, [], seconds);
}

/** What one customer of a provider has: an IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain) || !plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const middle = tail === undefined ? [] : Array<string>(8 - first!.length - last!.length).fill('0');
  return `${[...first!, ...middle, ...last!].slice(0, 4).join(':')}::/64`;
}
