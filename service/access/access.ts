/**
 * Who is let in, decided in one place for all routes: what a request needs (rules.ts,
 * bearer-rules.ts), who it comes from (caller.ts), what it knows (manager.ts, people.ts,
 * digest.ts, bearer.ts).
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  bearerToken,
  invalidToken,
  type AccessTokens,
  type CompanyTerminal,
  type TokenRefused,
} from './bearer.ts';
import { cloudNeedOf } from './bearer-rules.ts';
import {
  isFromBrowser,
  isFromForeignPage,
  isLocalHost,
  isLoopback,
  isOurHost,
  mayBeBrowser,
  type Approach,
} from './caller.ts';
import type { Digest } from './digest.ts';
import { cookieOf } from './cookies.ts';
import type { Manager, Verdict } from './manager.ts';
import type { People, Person } from './people.ts';
import { isForPeople, needOf, roleMay, type Need } from './rules.ts';
import { hasToken, type EndedBy, type Session } from './sessions.ts';
import type { Role } from './wire.ts';

/** A request at the door. */
export interface Visit extends Approach {
  method: string;
  path: string;
  /** Path and query as they were asked for. */
  uri: string;
  /** Query parameter `password`. */
  password: string | undefined;
  /** The register that the query names, null when it names none. */
  rn: string | null;
  /** It concerns the installation, whichever register is named. */
  ofInstallation?: boolean;
  /** It changes something, though its method does not say so. */
  changes?: boolean;
}

/** May go in. */
export interface Admitted {
  /** Realm of its digest, null without one. */
  realm: string | null;
  /** The terminal whose access token it brings; it may use the register of that one alone. */
  terminal?: CompanyTerminal;
  /** It has shown the manager's password, now or when its session began. */
  isManager?: true;
  /** Who has signed in with a PIN. */
  person?: Person;
}

/** Why a request may not go in, and what would help. */
export interface Refused {
  status: 401 | 403 | 429;
  code: '#HOST' | '#SIGN_IN' | '#PASSWORD' | '#WAIT' | '#CSRF' | '#FOREIGN_PAGE' | '#ROLE';
  /** English, for whoever integrates. */
  text: string;
  /** Value of `WWW-Authenticate`. */
  challenge?: string;
  /** Given with a digest's challenge: the password was right, the challenge before too old. */
  stale?: boolean;
  /** Seconds until it makes sense to try again. */
  retryAfter?: number;
}

/** A session, and whose it is; null for the manager's password. */
export interface SignedIn {
  session: Session;
  person: Person | null;
}

/** Name of the session's cookie, and of the header with its token. */
export const COOKIE = 'tillmark-session';
const CSRF_HEADER = 'x-csrf-token';

const BASIC_CHALLENGE = 'Basic realm="Tillmark", charset="UTF-8"';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the door needs. */
export interface AccessOptions {
  manager: Manager;
  /** People with PINs; missing where there can be none. */
  people?: People | null;
  /** Null without a `.htdigest`. */
  digest: Digest | null;
  /** Of a cloud register; missing on a till. */
  tokens?: AccessTokens | null;
  /** Names that this machine may be called by, lower case. */
  hosts(): readonly string[];
}

/** The door of the service. */
export class Access {
  readonly manager: Manager;
  /** Null where there can be none. */
  readonly people: People | null;
  private readonly digest: Digest | null;
  private readonly tokens: AccessTokens | null;
  private readonly options: Pick<AccessOptions, 'hosts'>;

  constructor(options: AccessOptions) {
    this.manager = options.manager;
    this.people = options.people ?? null;
    this.digest = options.digest;
    this.tokens = options.tokens ?? null;
    this.options = options;
  }

  /** Lets a request in, or says why not. */
  async admit(visit: Visit): Promise<Admitted | Refused | TokenRefused> {
    const { headers, path } = visit;
    if (!isOurHost(headers.host, this.options.hosts())) {
      const text = `${String(headers.host).slice(0, 100)} is no name of this machine; add it to the profile attribute HttpServer_Hosts`;
      return { status: 403, code: '#HOST', text };
    }
    const listed = this.tokens ? cloudNeedOf(path) : needOf(path);
    const isClosed = listed === 'open' && this.asksWho && isForPeople(path, isAct(visit));
    const need = isClosed ? 'manager' : listed;
    if (need === 'token') return this.admitToRegister(visit, this.tokens!);
    if (need !== 'open' && need !== 'own' && isFromForeignPage(headers)) {
      return {
        status: 403,
        code: '#FOREIGN_PAGE',
        text: 'only pages of the service itself may ask for this',
      };
    }
    if (visit.changes === true && !this.isMeant(visit)) {
      const text = `a browser may be led to this address by any page: ask for it with a program, with the query parameter password, or with a session's token in the header ${CSRF_HEADER}`;
      return { status: 403, code: '#FOREIGN_PAGE', text };
    }
    if (need === 'own') return { realm: null };
    const password = this.passwordOf(visit, need);
    if (password !== null) {
      const verdict = await this.manager.check(password, visit);
      return verdict === 'right' ? { realm: null, isManager: true } : refusalOf(verdict, need, headers);
    }
    const known = this.bySession(visit, need);
    if (known) return known;
    const greeted = this.greet(visit);
    if ('status' in greeted || need === 'open') return greeted;
    if (this.isTrusted(visit, need))
      return visit.ofInstallation === true ? (this.mayUse(greeted, null) ?? greeted) : greeted;
    if (this.manager.hasPassword) {
      const text = 'this needs the password of the profile';
      return { status: 401, code: '#SIGN_IN', text, ...challengeFor(headers) };
    }
    const text =
      'only allowed from the machine of the service; set a password in the profile to allow it from elsewhere';
    return { status: 403, code: '#SIGN_IN', text };
  }

  /** Of a cloud register: with an access token for it, or as the manager. */
  private async admitToRegister(
    visit: Visit,
    tokens: AccessTokens,
  ): Promise<Admitted | Refused | TokenRefused> {
    const { headers } = visit;
    const token = bearerToken(headers.authorization);
    if (token !== null) {
      const verdict = await tokens.check(token);
      return 'error' in verdict ? verdict : { realm: null, terminal: verdict };
    }
    const missing = invalidToken('send the header Authorization: Bearer with an access token of /auth/token');
    if (isFromForeignPage(headers)) return missing;
    const password = this.manager.hasPassword ? basicPassword(headers.authorization) : null;
    if (password !== null) {
      const verdict = await this.manager.check(password, visit);
      if (verdict === 'right') return { realm: null };
      return verdict === 'wrong' ? missing : refusalOf(verdict, 'manager', headers);
    }
    // A page of this machine is the manager's while there is no password; any other program is a till.
    const isOwnPage =
      !this.manager.hasPassword && isHere(visit) && headers['sec-fetch-site'] === 'same-origin';
    return this.bySession(visit, 'manager') ?? (isOwnPage ? { realm: null } : missing);
  }

  /** What a session says; null without one, and where a person's means nothing because everybody may. */
  private bySession(visit: Visit, need: Need): Admitted | Refused | null {
    const { headers, method, path } = visit;
    const signedIn = this.signedIn(headers, need !== 'open');
    if (!signedIn) return null;
    const { session, person } = signedIn;
    const admitted: Admitted = person ? { realm: null, person } : { realm: null, isManager: true };
    if (person && !roleMay(person.role, path, isAct(visit))) {
      if (need === 'open') return null;
      const text = `not for the role ${person.role}; sign in as somebody who may`;
      return { status: 403, code: '#ROLE', text };
    }
    // A till's user of .htdigest is asked for whoever has signed in on the page.
    if (person && person.role !== 'manager' && need === 'open') return null;
    // A browser that knows its pages apart has said that this one is ours; others need the token.
    const isOurs = headers['sec-fetch-site'] === 'same-origin' || hasToken(session, tokenOf(headers));
    if (need === 'open' || isOurs || SAFE_METHODS.has(method)) return admitted;
    return { status: 403, code: '#CSRF', text: `send the session's token in the header ${CSRF_HEADER}` };
  }

  /**
   * Whether somebody wants this who knows what it is: a program, who knows the password, or a page of our own.
   * A password that is wrong is refused later, and so is one that nobody has set.
   */
  private isMeant({ headers, password }: Visit): boolean {
    if (!mayBeBrowser(headers)) return true;
    // A browser adds the one of its headers by itself; that one would be looked at.
    const brings = password !== undefined && basicPassword(headers.authorization) === null;
    if (brings && this.manager.hasPassword) return true;
    const session = this.session(headers);
    return session !== null && hasToken(session, tokenOf(headers));
  }

  /** Challenges differ by the register that a request is for. */
  get asksByRegister(): boolean {
    return this.digest?.isByRegister === true;
  }

  /** A refusal whose challenge names the realm of a register, for requests whose body says which one is meant. */
  refusedBy(rn: string, refused: Refused): Refused {
    const { stale } = refused;
    return stale === undefined || this.digest === null
      ? refused
      : { ...refused, challenge: this.digest.challenge(this.digest.realmOf(rn), stale) };
  }

  /** Whether somebody with a digest of this realm may use a register, or (null) the installation; others may always. */
  mayUse({ realm }: Admitted, rn: string | null): Refused | null {
    if (realm === null || this.digest === null) return null;
    const wanted = this.digest.realmOf(rn);
    if (wanted === realm) return null;
    const text =
      rn === null
        ? 'this user belongs to one register, and this concerns the installation'
        : 'this user belongs to another register';
    return this.digestRefusal(wanted, false, text);
  }

  /** Pages ask who somebody is: there are people, and a password for who manages them. */
  get asksWho(): boolean {
    return this.manager.hasPassword && (this.people?.active.length ?? 0) > 0;
  }

  /** The session that a request's cookie names. */
  session(headers: IncomingHttpHeaders): Session | null {
    return this.signedIn(headers)?.session ?? null;
  }

  /**
   * Who has signed in with the session that a request's cookie names.
   * @param isUse a person's page that asks by itself is no use of the session
   */
  signedIn({ cookie }: IncomingHttpHeaders, isUse = false): SignedIn | null {
    const id = cookieOf(cookie, COOKIE);
    const session = id === null ? null : this.manager.sessions.find(id, isUse);
    if (!session) return null;
    if (session.person === null) return { session, person: null };
    const person = this.people?.find(session.person) ?? null;
    // Nobody gains by a change that has not ended his sessions yet.
    return person && { session, person };
  }

  /** Why the session that a request's cookie names is none any more; null where there is nothing to say. */
  whyEnded({ cookie }: IncomingHttpHeaders): EndedBy | null {
    const id = cookieOf(cookie, COOKIE);
    return id === null ? null : this.manager.sessions.whyEnded(id);
  }

  /** What whoever asks is on the page; null: nobody who is known. */
  roleOf({ headers, address }: Approach): Role | null {
    const signedIn = this.signedIn(headers);
    if (signedIn) return signedIn.person?.role ?? 'manager';
    if (!this.manager.hasPassword) return isHere({ headers, address }) ? 'manager' : 'cashier';
    return this.asksWho ? null : 'cashier';
  }

  /** The password that a request brings, null when it brings none or nobody asks for one. */
  private passwordOf({ headers, password }: Visit, need: Need): string | null {
    if (!this.manager.hasPassword || (need === 'open' && !this.digest)) return null;
    return basicPassword(headers.authorization) ?? (need === 'machine' ? (password ?? null) : null);
  }

  /** The digest of a request, where one is wanted. */
  private greet({ headers, address, method, uri, ...visit }: Visit): Admitted | Refused {
    if (!this.digest) return { realm: null };
    // Who belongs to a register is known here, and kept out later where it is not about that one.
    const rn = visit.ofInstallation === true ? null : visit.rn;
    const wanted = this.digest.realmOf(rn);
    const realm = rn === null ? null : wanted;
    const verdict = this.digest.check({ header: headers.authorization, address, method, uri, realm });
    if ('waitSeconds' in verdict) return waiting(verdict.waitSeconds);
    if ('refused' in verdict) {
      return this.digestRefusal(wanted, verdict.refused === 'stale', 'this needs a user of .htdigest');
    }
    return { realm: verdict.realm };
  }

  private digestRefusal(realm: string, stale: boolean, text: string): Refused {
    return { status: 401, code: '#SIGN_IN', text, stale, challenge: this.digest!.challenge(realm, stale) };
  }

  /**
   * Programs of this machine are trusted with what belongs to it. A page is not, once
   * there is a password: it stands open before whoever is at the till.
   */
  private isTrusted(visit: Visit, need: Need): boolean {
    if (!isHere(visit)) return false;
    return !this.manager.hasPassword || (need === 'machine' && !isFromBrowser(visit.headers));
  }
}

/** Whether a request changes something. */
function isAct({ method, changes }: Visit): boolean {
  return !SAFE_METHODS.has(method) || changes === true;
}

/** A connection of this machine that was meant for this machine. */
function isHere({ address, headers }: Approach): boolean {
  return isLoopback(address) && isLocalHost(headers.host);
}

function refusalOf(verdict: Exclude<Verdict, 'right'>, need: Need, headers: IncomingHttpHeaders): Refused {
  if (verdict !== 'wrong') return waiting(verdict.waitSeconds);
  // A program hears that its password is wrong, a browser asks again.
  const text = 'the password is wrong';
  if (need === 'machine') return { status: 403, code: '#PASSWORD', text };
  return { status: 401, code: '#PASSWORD', text, ...challengeFor(headers) };
}

function waiting(retryAfter: number): Refused {
  const text = `too many wrong passwords; try again in ${retryAfter} s`;
  return { status: 429, code: '#WAIT', text, retryAfter };
}

/** A script gets no challenge: the browser would open a window of its own before the page can ask. */
function challengeFor(headers: IncomingHttpHeaders): { challenge?: string } {
  return headers['sec-fetch-dest'] === 'empty' ? {} : { challenge: BASIC_CHALLENGE };
}

function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const token = headers[CSRF_HEADER];
  return typeof token === 'string' ? token : undefined;
}

/** The password of basic authentication; the user's name is free (doc 2). */
function basicPassword(authorization: string | undefined): string | null {
  const m = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '');
  if (!m) return null;
  const text = Buffer.from(m[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}
