/**
 * The password that other tills ask the sign server with. It lies in the vault;
 * whoever guesses is kept waiting.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Json } from '../receipt/json.ts';
import type { FieldProblem } from '../settings/signature-unit.ts';

/** Where it lies. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

const NAME = 'sign-server/password';
/** It is sent over the LAN with every receipt and may be tried by anybody there. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 200;
/** So many wrong ones are forgiven. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** More addresses than any shop has; beyond, all newcomers share one count. */
const MAX_ADDRESSES = 1000;

interface Attempts {
  wrong: number;
  /** Nobody is heard before, milliseconds since 1970. */
  until: number;
}

/** The password, and who has tried it in vain. */
export class ServerPassword {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #attempts = new Map<string, Attempts>();

  constructor(secrets: Secrets, clock: Clock) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** Whether there is one. Without it nothing is signed for others. */
  get isSet(): boolean {
    return typeof this.#secrets.get(NAME) === 'string';
  }

  /** Takes another one, or none (empty); returns what is wrong with it. */
  async set(password: string): Promise<FieldProblem | null> {
    if (password !== '' && password.length < MIN_LENGTH) return 'tooShort';
    if (password.length > MAX_LENGTH) return 'tooLong';
    await this.#secrets.set(NAME, password === '' ? null : password);
    this.#attempts.clear();
    return null;
  }

  /** Seconds that an address has to wait before it is heard again; 0 when it is heard now. */
  waitOf(address: string): number {
    const { until } = this.#attempts.get(this.#keyOf(address)) ?? { until: 0 };
    return Math.max(0, Math.ceil((until - this.#clock.now()) / 1000));
  }

  /** Whether a password is the right one; a wrong one counts against the address. */
  isRight(password: string, address: string): boolean {
    const right = this.#secrets.get(NAME);
    if (typeof right === 'string' && timingSafeEqual(digest(password), digest(right))) {
      this.#attempts.delete(this.#keyOf(address));
      return true;
    }
    const key = this.#keyOf(address);
    const wrong = (this.#attempts.get(key)?.wrong ?? 0) + 1;
    const vain = wrong - FREE_ATTEMPTS;
    const wait = vain < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** vain);
    this.#attempts.set(key, { wrong, until: this.#clock.now() + wait });
    return false;
  }

  #keyOf(address: string): string {
    const isKnown = this.#attempts.has(address) || this.#attempts.size < MAX_ADDRESSES;
    return isKnown ? address : '';
  }
}

/** Of equal length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
