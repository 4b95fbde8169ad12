/** What `POST /auth/token` decides: who gets tokens for which terminal (doc 2, "Cloud register"; RFC 6749). */
import type { Database, Transaction } from '../database/database.ts';
import { ACCESS_SECONDS, makeAccessToken } from './access-tokens.ts';
import { type CloudCompany, companyOfKey } from './credentials.ts';
import { addRefreshToken, REFRESH_SECONDS, type TokenOwner, useRefreshToken } from './refresh-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenRequest } from './token-request.ts';
import { OAuthError } from './oauth-error.ts';

/** What the portal gives tokens with. */
export interface TokenServices {
  db: Database;
  keys: SigningKeys;
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
}

const WRONG_CLIENT = 'the API key is not known, or the secret is not the one that belongs to it';
const WRONG_REFRESH =
  'the refresh token is not known, has expired, was used before, or is not for this TaxId, TL and TT; ask with key and secret';

/**
 * Gives tokens to whoever may have them.
 * @param issuer address of the portal that the access token names
 * @param ms milliseconds since 1970
 * @throws OAuthError
 */
export async function grantTokens(
  { db, keys }: TokenServices,
  request: TokenRequest,
  issuer: string,
  ms: number,
): Promise<TokenAnswer> {
  const signing = await keys.current(ms);
  const { owner, refreshToken } = await db.write(async (transaction) => {
    const owner = await (request.grant === 'refresh_token' ? refreshed : authenticated)(
      transaction,
      request,
      ms,
    );
    return { owner, refreshToken: await addRefreshToken(transaction, owner, ms) };
  });
  const now = Math.floor(ms / 1000);
  const { companyId, scope } = owner;
  return {
    access_token: await makeAccessToken(signing, { issuer, companyId, scope, now }),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    access_token_expires: now + ACCESS_SECONDS,
    access_token_expires_at: now + ACCESS_SECONDS,
    refresh_token_expires: now + REFRESH_SECONDS,
    refresh_token_expires_at: now + REFRESH_SECONDS,
    api_key: owner.apiKey,
  };
}

/** With key and secret. */
async function authenticated(db: Transaction, request: TokenRequest): Promise<TokenOwner> {
  const { apiKey, secret, scope } = request;
  const company = await companyOfKey(db, apiKey);
  if (!company || secret === null || !company.isSecret(secret)) {
    throw new OAuthError(401, 'invalid_client', WRONG_CLIENT);
  }
  if (company.isDeactivated) throw new OAuthError(401, 'invalid_client', 'the company is deactivated');
  if (!isTaxIdOf(company, scope.TaxId)) {
    throw new OAuthError(400, 'invalid_scope', `TaxId is not the one of the company with this API key`);
  }
  return { companyId: company.companyId, apiKey, scope };
}

/** With a refresh token; a secret is not needed, but must be right where it is sent. */
async function refreshed(db: Transaction, request: TokenRequest, now: number): Promise<TokenOwner> {
  const { apiKey, secret, scope, refreshToken } = request;
  const company = await companyOfKey(db, apiKey);
  if (!company || company.isDeactivated) throw new OAuthError(401, 'invalid_token', WRONG_REFRESH);
  if (secret !== null && !company.isSecret(secret)) throw new OAuthError(401, 'invalid_client', WRONG_CLIENT);
  const owner = { companyId: company.companyId, apiKey, scope };
  // The company's tax id may have changed since.
  const isUsed = isTaxIdOf(company, scope.TaxId) && (await useRefreshToken(db, refreshToken, owner, now));
  if (!isUsed) throw new OAuthError(401, 'invalid_token', WRONG_REFRESH);
  return owner;
}

/** Whether a tax id is the company's, with or without the prefix of its country, blanks and signs. */
function isTaxIdOf({ taxId, country }: CloudCompany, asked: string): boolean {
  const plain = (text: string) => {
    const bare = text.toUpperCase().replace(/[\s.\-/]/g, '');
    return bare.startsWith(country.toUpperCase()) ? bare.slice(country.length) : bare;
  };
  return plain(taxId) === plain(asked);
}
