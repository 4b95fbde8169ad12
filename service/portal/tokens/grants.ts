/** What `POST /auth/token` decides: who gets tokens for which terminal (doc 2, "Cloud register"; RFC 6749). */
import type { Log } from '../../log.ts';
import { canonicalTaxId, sameTaxId } from '../../receipt/tax-id.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ACCESS_SECONDS, makeAccessToken, type TokenScope } from './access-tokens.ts';
import { type CloudCompany, companyOfKey } from './credentials.ts';
import { addRefreshToken, REFRESH_SECONDS, type TokenOwner, useRefreshToken } from './refresh-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';
import { MOST_OF_REGISTER } from './cloud-registers.ts';
import { admitTerminal, MOST_TERMINALS } from './terminals.ts';
import type { TokenRequest } from './token-request.ts';
import { OAuthError } from './oauth-error.ts';

/** What the portal gives tokens with. */
export interface TokenServices {
  db: Database;
  keys: SigningKeys;
  log: Pick<Log, 'warn'>;
}

/** The answer with tokens, its fields as doc 2 names them; times are seconds since 1970. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  access_token_expires: number;
  access_token_expires_at: number;
  refresh_token_expires: number;
  refresh_token_expires_at: number;
  api_key: string;
  /** Ours: the cloud register that the till sells on, where the portal knows which one that is. */
  register_url?: string;
}

const WRONG_CLIENT = 'the API key is not known, or the secret is not the one that belongs to it';
const WRONG_REFRESH =
  'the refresh token is not known, has expired, has ended, or is not for this TaxId, TL and TT; ask with key and secret';
const REUSED =
  'the refresh token was used before: all tokens that came from it have ended; ask with key and secret';

const NOT_ADMITTED = {
  closed: 'TL and TT are not among the tills of the company: have them added at the portal',
  full: `TL and TT would be one till too many: the portal knows ${MOST_TERMINALS} of the company; remove those that are gone`,
  registersFull: `TL and TT would be one till too many: each cloud register of the company has ${MOST_OF_REGISTER}, or takes no more; add another one, or remove tills that are gone`,
};

/** Tokens for somebody, or the refusal of a refresh token that two have used. */
type Granted =
  { owner: TokenOwner; refreshToken: string; register: string | null } | { reusedBy: TokenOwner };

/**
 * Gives tokens to whoever may have them.
 * @param issuer address of the portal that the access token names
 * @param ms milliseconds since 1970
 * @throws OAuthError
 */
export async function grantTokens(
  { db, keys, log }: TokenServices,
  request: TokenRequest,
  issuer: string,
  ms: number,
): Promise<TokenAnswer> {
  const signing = await keys.current(ms);
  // A family of tokens that has ended must stay ended, so that the refusal comes after the transaction.
  const granted = await db.write((transaction) =>
    request.grant === 'refresh_token'
      ? refreshed(transaction, request, ms)
      : authenticated(transaction, request, ms),
  );
  if ('reusedBy' in granted) {
    log.warn(reuseText(granted.reusedBy));
    throw new OAuthError(401, 'invalid_token', REUSED);
  }
  const { owner, refreshToken, register } = granted;
  const now = Math.floor(ms / 1000);
  const { companyId, scope } = owner;
  return {
    access_token: await makeAccessToken(signing, { issuer, companyId, scope, register, now }),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    access_token_expires: now + ACCESS_SECONDS,
    access_token_expires_at: now + ACCESS_SECONDS,
    refresh_token_expires: now + REFRESH_SECONDS,
    refresh_token_expires_at: now + REFRESH_SECONDS,
    api_key: owner.apiKey,
    ...(register !== null && { register_url: register }),
  };
}

/** With key and secret. */
async function authenticated(db: Transaction, request: TokenRequest, now: number): Promise<Granted> {
  const { apiKey, secret } = request;
  const company = await companyOfKey(db, apiKey);
  if (!company || secret === null || !company.isSecret(secret)) {
    throw new OAuthError(401, 'invalid_client', WRONG_CLIENT);
  }
  if (company.isDeactivated) throw new OAuthError(401, 'invalid_client', 'the company is deactivated');
  if (!isTaxIdOf(company, request.scope.TaxId)) {
    throw new OAuthError(400, 'invalid_scope', `TaxId is not the one of the company with this API key`);
  }
  const scope = scopeOf(company, request.scope);
  const register = await mustBeAdmitted(db, company, scope, now);
  const owner = { companyId: company.companyId, apiKey, scope };
  return { owner, register, refreshToken: await addRefreshToken(db, owner, now) };
}

/** With a refresh token; a secret is not needed, but must be right where it is sent. */
async function refreshed(db: Transaction, request: TokenRequest, now: number): Promise<Granted> {
  const { apiKey, secret, refreshToken } = request;
  const company = await companyOfKey(db, apiKey);
  if (!company || company.isDeactivated) throw new OAuthError(401, 'invalid_token', WRONG_REFRESH);
  if (secret !== null && !company.isSecret(secret)) throw new OAuthError(401, 'invalid_client', WRONG_CLIENT);
  const scope = scopeOf(company, request.scope);
  const owner = { companyId: company.companyId, apiKey, scope };
  // The company's tax id may have changed since.
  if (!isTaxIdOf(company, request.scope.TaxId)) throw new OAuthError(401, 'invalid_token', WRONG_REFRESH);
  const register = await mustBeAdmitted(db, company, scope, now);
  const used = await useRefreshToken(db, refreshToken, owner, now);
  if (used === 'unknown') throw new OAuthError(401, 'invalid_token', WRONG_REFRESH);
  return used === 'reused' ? { reusedBy: owner } : { owner, register, refreshToken: used.next };
}

/** Tokens are for terminals that the portal knows. Answers the cloud register where that one sells, null for any. */
async function mustBeAdmitted(
  db: Transaction,
  { companyId }: CloudCompany,
  scope: TokenScope,
  now: number,
): Promise<string | null> {
  const admission = await admitTerminal(db, companyId, scope, now);
  if (typeof admission === 'string') throw new OAuthError(400, 'invalid_scope', NOT_ADMITTED[admission]);
  return admission.url;
}

/** For the log: nothing of it is a secret. */
function reuseText({ companyId, scope: { TL, TT } }: TokenOwner): string {
  const terminal = JSON.stringify({ TL, TT });
  return `a refresh token of company ${companyId}, ${terminal} was used twice: its family has ended`;
}

/** Whether a tax id is the company's, with or without the prefix of its country, blanks and signs. */
function isTaxIdOf({ taxId, country }: CloudCompany, asked: string): boolean {
  return sameTaxId(taxId, asked, country);
}

/** Tokens spell the company in one way, whatever the till sends: two spellings would be two registers. */
function scopeOf({ taxId, country }: CloudCompany, asked: TokenScope): TokenScope {
  return { ...asked, TaxId: canonicalTaxId(taxId, country) };
}
