/** Logins at a TSE of Epson: with a proof of knowing the host's secret, and with PINs that are tried once. */
import { createHash } from 'node:crypto';
import type { RefusedPins, TseOptions } from '../contract.ts';
import { EpsonError, type EpsonSession } from './session.ts';

/** Name of the administrator. */
export const ADMIN = 'Administrator';
/** Longest time for what is asked in passing, ms. */
export const OPEN_MS = 5000;

/** Logs in with the credentials as they are now. Errors are {@link EpsonError}. */
export class EpsonAccess {
  private readonly options: TseOptions;
  private readonly refused: RefusedPins;

  constructor(options: TseOptions) {
    this.options = options;
    this.refused = options.refused ?? new Map<string, string>();
  }

  /** PINs were set anew. */
  forget(): void {
    this.refused.clear();
  }

  /** Does something, logged in as the rights that it turns out to need. @param client null: as administrator alone */
  async with<T>(session: EpsonSession, client: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EpsonError) || error.failure.trouble !== 'unauthorised' || error.asked)
        throw error;
      const { result } = error;
      if (client !== null && (result.includes('TIME_ADMIN') || !result.includes('ADMIN_USER')))
        await this.logIn(session, 'time', client);
      else await this.logIn(session, 'admin', ADMIN);
      return work();
    }
  }

  /** Does something as administrator. */
  async asAdmin(session: EpsonSession, work: () => Promise<unknown>): Promise<void> {
    await this.logIn(session, 'admin', ADMIN);
    await work();
    await session.call('LogOutForAdmin', {}, OPEN_MS);
  }

  /** Logs in; a PIN that was refused is not tried again. */
  async logIn(session: EpsonSession, user: 'admin' | 'time', name: string): Promise<void> {
    const { adminPin, timePin } = this.options.credentials();
    const pin = user === 'admin' ? adminPin : timePin;
    if (pin === undefined)
      throw new EpsonError('wrong-pin', `the PIN of the user ${user} is not known`, false);
    if (this.refused.get(user) === pin)
      throw new EpsonError('wrong-pin', 'this PIN was refused; it is not tried again', false);
    const hash = await this.proof(session, name);
    try {
      if (user === 'admin')
        await session.call('AuthenticateUserForAdmin', { userId: ADMIN, pin, hash }, OPEN_MS);
      else await session.call('AuthenticateUserForTimeAdmin', { clientId: name, pin, hash }, OPEN_MS);
    } catch (error) {
      if (error instanceof EpsonError && error.failure.trouble === 'wrong-pin') this.refused.set(user, pin);
      throw error;
    }
  }

  /** Proof of knowing the host's secret, with a fresh challenge. */
  async proof(session: EpsonSession, userId: string): Promise<string> {
    const { challenge } = await session.call('GetChallenge', { userId }, OPEN_MS);
    if (typeof challenge !== 'string') throw new EpsonError('unreadable', 'no challenge', false);
    return hostProof(challenge, this.options.settings.hostSecret || 'EPSONKEY');
  }
}

/** What a host shows that it knows the secret by. */
export function hostProof(challenge: string, secret: string): string {
  return createHash('sha256')
    .update(challenge + secret, 'utf8')
    .digest('base64');
}
