/** Refresh tokens: kept as digests, each good for one new access token and the next refresh token. */
import { digestOf, makeSecret } from '../access/secrets.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { TokenScope } from './access-tokens.ts';

/** So long is a refresh token good for (doc 2, Limits). */
export const REFRESH_SECONDS = 7 * 24 * 3600;
/** A token that was used is taken again for so long: its answer may have been lost on the way. */
const GRACE_MS = 120_000;

/** For whom a refresh token is. */
export interface TokenOwner {
  companyId: number;
  /** API key of the credentials that it was got with. */
  apiKey: string;
  scope: TokenScope;
}

/**
 * Makes a refresh token.
 * @param now milliseconds since 1970
 */
export async function addRefreshToken(db: Transaction, owner: TokenOwner, now: number): Promise<string> {
  const token = makeSecret('tmr');
  await db.run(
    `INSERT INTO refresh_tokens (company_id, hash, public_part, scope, expires_at)
      VALUES ($companyId, $hash, $apiKey, $scope, $expiresAt)`,
    {
      companyId: owner.companyId,
      hash: digestOf(token),
      apiKey: owner.apiKey,
      scope: textOf(owner.scope),
      expiresAt: now + REFRESH_SECONDS * 1000,
    },
  );
  return token;
}

/**
 * Uses a refresh token up.
 * @returns false when it is not in force, or is another terminal's
 */
export async function useRefreshToken(
  db: Transaction,
  token: string,
  owner: TokenOwner,
  now: number,
): Promise<boolean> {
  const key = { companyId: owner.companyId, hash: digestOf(token) };
  const [row] = await db.select<{
    public_part: string;
    scope: string;
    expires_at: number;
    replaced_at: number | null;
  }>(
    `SELECT public_part, scope, expires_at, replaced_at FROM refresh_tokens
      WHERE company_id = $companyId AND hash = $hash ${db.forUpdate}`,
    key,
  );
  if (row?.public_part !== owner.apiKey || row.scope !== textOf(owner.scope)) return false;
  if (row.expires_at <= now) return false;
  if (row.replaced_at !== null) return true;
  await db.run(
    `UPDATE refresh_tokens SET replaced_at = $now, expires_at = $expiresAt
      WHERE company_id = $companyId AND hash = $hash`,
    { ...key, now, expiresAt: Math.min(row.expires_at, now + GRACE_MS) },
  );
  return true;
}

/** Removes what has expired. Safe to run in several processes at once. */
export async function removeExpiredTokens(db: Database, now: number): Promise<void> {
  await db.run('DELETE FROM refresh_tokens WHERE expires_at <= $now', { now });
}

/** The same text for the same terminal. */
function textOf({ TaxId, TL, TT }: TokenScope): string {
  return JSON.stringify([TaxId, TL, TT]);
}
