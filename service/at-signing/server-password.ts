/**
 * The password that other tills ask the sign server with. It lies in the vault;
 * whoever guesses is kept waiting.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Attempts } from '../access/attempts.ts';
import { networkOf } from '../access/network.ts';
import { passwordProblem } from '../access/password.ts';
import type { SteadyClock } from '../clock.ts';
import type { Json } from '../receipt/json.ts';
import type { FieldProblem } from '../settings/signature-unit.ts';

/** Where it lies. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

const NAME = 'sign-server/password';
/** The password, and who has tried it in vain. */
export class ServerPassword {
  private readonly secrets: Secrets;
  private readonly attempts: Attempts;

  constructor(secrets: Secrets, clock: SteadyClock) {
    this.secrets = secrets;
    this.attempts = new Attempts(clock);
  }

  /** Whether there is one. Without it nothing is signed for others. */
  get isSet(): boolean {
    return typeof this.secrets.get(NAME) === 'string';
  }

  /** Takes another one, or none (empty); returns what is wrong with it. */
  async set(password: string): Promise<FieldProblem | null> {
    const problem = password === '' ? null : passwordProblem(password);
    if (problem !== null) return problem;
    await this.secrets.set(NAME, password === '' ? null : password);
    this.attempts.clear();
    return null;
  }

  /** Seconds that an address has to wait before it is heard again; 0 when it is heard now. */
  waitOf(address: string): number {
    return this.attempts.waitOf(networkOf(address));
  }

  /** Whether a password is the right one; a wrong one counts against the address. */
  isRight(password: string, address: string): boolean {
    const right = this.secrets.get(NAME);
    if (typeof right === 'string' && timingSafeEqual(digest(password), digest(right))) {
      this.attempts.right(networkOf(address));
      return true;
    }
    this.attempts.wrong(networkOf(address));
    return false;
  }
}

/** Of equal length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
