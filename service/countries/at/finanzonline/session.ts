/**
 * The session of a web service user: opened when it is needed, shared by all
 * calls, opened anew when FinanzOnline says that it has expired, and never twice
 * at a time.
 *
 * Certain (schema and manual of the session service): fields, their order, the
 * return codes. Not published: how long a session lives, and after how many
 * wrong logins a user is locked; so nothing here counts on either.
 */
import type { FinanzOnlineAccess, Later, Refused } from './access.ts';
import { CODE, LOGIN_REFUSALS, reasonToWait } from './codes.ts';
import { wrongCredentials } from './credentials.ts';
import { exchange, inWords, later, refusedHere, unreadable } from './exchange.ts';
import { cleaned } from '../../base/clean.ts';
import { writeEnvelope } from '../../base/soap.ts';
import { childText } from '../../base/xml-reader.ts';
import { textElement } from '../../base/xml-writer.ts';

/** Namespace of the session service. */
const SESSION_NAMESPACE = 'https://finanzonline.bmf.gv.at/fon/ws/session';

/** How long a refused login is not repeated by itself. */
export const REFUSAL_MS = 24 * 3_600_000;

const SESSION_ID = /^[0-9A-Za-z]{10,24}$/;

type LoginResult = { id: string } | Later | Refused;

/** The session of one user. */
export class Session {
  private readonly access: FinanzOnlineAccess;
  private id: string | null = null;
  private login: Promise<LoginResult> | null = null;
  private refusal: { at: number; answer: Refused } | null = null;

  constructor(access: FinanzOnlineAccess) {
    this.access = access;
  }

  /**
   * The session to use, opened if there is none.
   * @param expired one that FinanzOnline has called invalid: not to be given again
   */
  async open(expired?: string): Promise<LoginResult> {
    if (this.id === expired) this.id = null;
    if (this.id !== null) return { id: this.id };
    this.login ??= this.logIn().finally(() => {
      this.login = null;
    });
    return this.login;
  }

  /** Lets the next call log in even though the last login was refused, e.g. after the user was unlocked. */
  tryAgain(): void {
    this.refusal = null;
  }

  /** Logs out, as well as it goes. The next {@link open} logs in again. */
  async close(): Promise<void> {
    await this.login;
    const id = this.id;
    this.id = null;
    if (id === null) return;
    const { participant, user } = this.access;
    const fields = [textElement('tid', participant), textElement('benid', user), textElement('id', id)];
    const service = { path: '/session', action: 'logout' } as const;
    const answer = await exchange(this.access, service, message('logoutRequest', fields), [id]);
    const code = 'body' in answer ? childText(answer.body, 'rc') : 'none';
    this.access.log.debug(`FinanzOnline: logout, code ${code === '' ? 'none' : cleaned(code, [id])}`);
  }

  private async logIn(): Promise<LoginResult> {
    const now = this.access.now();
    if (this.refusal && Math.abs(now - this.refusal.at) < REFUSAL_MS) return this.refusal.answer;
    const result = await this.ask();
    if ('id' in result) this.id = result.id;
    const refused = 'refused' in result && result.refused.by === 'session';
    this.refusal = refused ? { at: now, answer: result } : null;
    const { log } = this.access;
    if ('refused' in result) log.warn(`FinanzOnline: login refused: ${result.refused.text}`);
    else if ('later' in result) log.debug(`FinanzOnline: no login: ${result.later.text}`);
    else log.debug('FinanzOnline: login');
    return result;
  }

  private async ask(): Promise<LoginResult> {
    const { participant, user, pin, producer } = this.access;
    const wrong = wrongCredentials(this.access);
    if (wrong.length > 0) {
      return refusedHere('CREDENTIALS', `against the rules of FinanzOnline: ${wrong.join(', ')}`);
    }
    const fields = [
      textElement('tid', participant),
      textElement('benid', user),
      textElement('pin', pin),
      textElement('herstellerid', producer),
    ];
    const service = { path: '/session', action: 'login' } as const;
    const answer = await exchange(this.access, service, message('loginRequest', fields), [pin]);
    if ('later' in answer) return { later: { ...answer.later, maybeDone: false } };
    if (!('body' in answer)) return answer;

    const { body } = answer;
    const code = childText(body, 'rc');
    const id = childText(body, 'id');
    const said = cleaned(childText(body, 'msg'), [pin, id]);
    if (body.name !== 'loginResponse' || !/^-?\d{1,6}$/.test(code)) {
      return notUnderstood('it is no loginResponse with a return code');
    }
    if (code === CODE.ok) return SESSION_ID.test(id) ? { id } : notUnderstood('it has no usable session id');
    const meaning = LOGIN_REFUSALS[code];
    if (meaning === undefined) {
      // -1, -2, -3, and codes that are not known: those do not lock users.
      const reason = reasonToWait(code) ?? 'technical';
      return later(reason, inWords(`login not possible, code ${code}`, said), false, code);
    }
    return { refused: { by: 'session', code, message: said, text: inWords(meaning, said) } };
  }
}

function notUnderstood(problem: string): Later {
  return { later: { ...unreadable(problem).later, maybeDone: false } };
}

function message(root: 'loginRequest' | 'logoutRequest', fields: readonly string[]): string {
  return writeEnvelope(`<${root} xmlns="${SESSION_NAMESPACE}">${fields.join('')}</${root}>`);
}
