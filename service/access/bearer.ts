/** Access tokens of a cloud register (doc 2, "Cloud register"): JSON Web Tokens (RFC 7519) that the portal signs. */
import { errors, jwtVerify, type CryptoKey, type JWTPayload } from 'jose';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { PortalKeys } from './bearer-keys.ts';
import type { Portal } from './bearer-portal.ts';

/** The one terminal of a company that a token is for. */
export interface CompanyTerminal {
  TaxId: string;
  /** Location. */
  TL: string;
  TT: string;
  /** Id of the company at the portal: two of them may have the same tax id. */
  company: string;
}

/** Why a request with a token, or without one, may not go in (RFC 6750, section 3.1). */
export interface TokenRefused {
  status: 401 | 403 | 421 | 503;
  error: 'invalid_token' | 'insufficient_scope' | 'wrong_register' | 'temporarily_unavailable';
  /** English, for whoever integrates. */
  text: string;
  /** Of `wrong_register`: address of the cloud register that the token is for. */
  register?: string;
}

const AUDIENCE = 'register';
/** Far more than the claims need. */
const MOST_CHARACTERS = 4096;
const VALUE = /^(?! )[^\p{C}]{1,100}(?<! )$/u;

/** Checks access tokens. */
export class AccessTokens {
  private readonly keys: PortalKeys;
  private readonly issuer: string;
  private readonly clock: Clock;
  private readonly own: string | null;
  private readonly log: Pick<Log, 'warn'>;
  private isWarned = false;

  /** @param own address of this cloud register as the portal knows it; undefined: tokens for any are good */
  constructor(portal: Portal, clock: Clock, own: string | undefined, log: Pick<Log, 'warn'>) {
    this.keys = new PortalKeys(portal, clock);
    this.issuer = addressOf(portal.url)!;
    this.clock = clock;
    this.own = addressOf(own);
    this.log = log;
  }

  /** The terminal that a token is for, or why it is good for nothing. */
  async check(token: string): Promise<CompanyTerminal | TokenRefused> {
    if (token.length > MOST_CHARACTERS) return invalidToken('the access token is too long');
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.keyOf(kid), {
        // Named here, never taken from the token.
        algorithms: ['EdDSA'],
        audience: AUDIENCE,
        requiredClaims: ['iss', 'sub', 'exp', 'iat', 'jti'],
        currentDate: new Date(this.clock.now()),
      });
      if (addressOf(payload.iss) !== this.issuer) {
        return invalidToken('the access token names another address of the portal than this service knows');
      }
      return this.misdirected(payload) ?? terminalOf(payload);
    } catch (error) {
      if (error instanceof SilentError) return SILENT;
      if (error instanceof errors.JOSEError) return invalidToken(reasonOf(error));
      throw error;
    }
  }

  /** A till whose numbers are on another cloud register would begin anew here. */
  private misdirected({ register_url: register }: JWTPayload): TokenRefused | null {
    if (register === undefined) return null;
    if (this.own === null) {
      if (!this.isWarned) this.log.warn(UNCHECKED);
      this.isWarned = true;
      return null;
    }
    const address = typeof register === 'string' ? addressOf(register) : null;
    if (address === null) return invalidToken('register_url of the access token is no address');
    if (address === this.own) return null;
    const text = `this till sells on the cloud register ${address}: send all requests there; tell it anew with each token (register_url)`;
    return { status: 421, error: 'wrong_register', text, register: address };
  }

  private async keyOf(kid: unknown): Promise<CryptoKey> {
    if (typeof kid !== 'string') throw new errors.JWSInvalid('it names no key');
    const key = await this.keys.find(kid);
    if (key === 'silent') throw new SilentError();
    if (key === null) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

/** A refusal of a token that is wrong, or missing. */
export function invalidToken(text: string): TokenRefused {
  return { status: 401, error: 'invalid_token', text };
}

/** A refusal of what a good token is not for. */
export function outsideToken(text: string): TokenRefused {
  return { status: 403, error: 'insufficient_scope', text };
}

/** The token of an `Authorization` header; null when it holds none. */
export function bearerToken(authorization: string | undefined): string | null {
  const m = /^bearer(?: +(\S.*)?)?$/i.exec(authorization ?? '');
  return m && (m[1] ?? '').trim();
}

const UNCHECKED =
  'the portal says which cloud register each till sells on, but this one does not know its own address (--cloud-address): a till that asks the wrong one is not noticed, and its numbers begin anew here';

class SilentError extends Error {}

const SILENT: TokenRefused = {
  status: 503,
  error: 'temporarily_unavailable',
  text: 'the portal cannot be asked for the key of this access token; try again in some seconds',
};

/** `$` ends the tax id in the name of a register: with another one a token could mean another company's. */
function terminalOf({ TaxId, TL, TT, sub: company }: JWTPayload): CompanyTerminal | TokenRefused {
  const isWhole = isValue(TaxId) && !TaxId.includes('$') && isValue(TL) && isValue(TT) && isValue(company);
  if (isWhole) return { TaxId, TL, TT, company };
  return invalidToken('the access token does not say company, TaxId, TL and TT as a register can be named');
}

/** The same text for the same address, however it is written. */
function addressOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).href.replace(/(?<!\/)\/+$/, '') : null;
}

function isValue(claim: unknown): claim is string {
  return typeof claim === 'string' && VALUE.test(claim);
}

/** What is wrong, without anything of the token. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the access token has expired; refresh it';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `the access token is not for this service: claim ${JSON.stringify(error.claim)} is missing or wrong`;
  }
  return 'the access token is none of this portal';
}
