/**
 * Refresh tokens: each good for one new access token and the next refresh token. All that follow from one
 * another are a family, kept as one row with digests; what of a family was used before ends it, because then
 * two have it, and nobody can say which of them is the till (RFC 9700, section 4.14.2).
 */
import { digestOf, makeSecret, randomText } from '../access/secrets.ts';
import { mayBeSameTaxId } from '../../receipt/tax-id.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { TokenScope } from './access-tokens.ts';

/** So long is a refresh token good for (doc 2, Limits). */
export const REFRESH_SECONDS = 7 * 24 * 3600;
/** A token that was used is taken once more within this time: its answer may have been lost on the way. */
const REPEAT_MS = 120_000;
/** Families of one till at a time; a further one ends the oldest. More than its processes, and no way to fill the database. */
const MOST_FAMILIES = 10;
/** Between the family and what changes with each use; in neither of them. */
const SEPARATOR = '.';

/** For whom a refresh token is. */
export interface TokenOwner {
  companyId: number;
  /** API key of the credentials that it was got with. */
  apiKey: string;
  scope: TokenScope;
}

/**
 * - `unknown`: it is not in force, or is another terminal's
 * - `reused`: it was used before, and its family has ended by this
 */
export type Refused = 'unknown' | 'reused';

/**
 * Begins a family.
 * @param now milliseconds since 1970
 * @returns its first token
 */
export async function addRefreshToken(db: Transaction, owner: TokenOwner, now: number): Promise<string> {
  const family = makeSecret('tmr');
  const secret = randomText();
  await db.run(
    `INSERT INTO refresh_tokens (company_id, hash, public_part, scope, expires_at, secret_hash)
      VALUES ($companyId, $hash, $apiKey, $scope, $expiresAt, $secret)`,
    {
      companyId: owner.companyId,
      hash: digestOf(family),
      apiKey: owner.apiKey,
      scope: textOf(owner.scope),
      expiresAt: now + REFRESH_SECONDS * 1000,
      secret: digestOf(secret),
    },
  );
  const one = 'company_id = $companyId AND scope = $scope AND hash <> $hash';
  await db.run(
    `DELETE FROM refresh_tokens WHERE ${one} AND hash NOT IN (
      SELECT hash FROM refresh_tokens WHERE ${one} ORDER BY expires_at DESC LIMIT ${MOST_FAMILIES - 1})`,
    { companyId: owner.companyId, scope: textOf(owner.scope), hash: digestOf(family) },
  );
  return family + SEPARATOR + secret;
}

interface Family {
  public_part: string;
  scope: string;
  expires_at: number;
  replaced_at: number | null;
  /** Of the token in force. Tokens of older versions have nothing behind the family. */
  secret_hash: string;
  /** Of the one before, until it was repeated. */
  previous_hash: string | null;
}

/**
 * Uses a refresh token up.
 * @returns the next one of its family
 */
export async function useRefreshToken(
  db: Transaction,
  token: string,
  owner: TokenOwner,
  now: number,
): Promise<{ next: string } | Refused> {
  const [family = '', ...rest] = token.split(SEPARATOR);
  const used = digestOf(rest.join(SEPARATOR));
  const key = { companyId: owner.companyId, hash: digestOf(family) };
  const [row] = await db.select<Family>(
    `SELECT public_part, scope, expires_at, replaced_at, secret_hash, previous_hash FROM refresh_tokens
      WHERE company_id = $companyId AND hash = $hash ${db.forUpdate}`,
    key,
  );
  if (row?.public_part !== owner.apiKey || !isFor(row.scope, owner.scope)) return 'unknown';
  if (row.expires_at <= now) return 'unknown';
  const isInForce = used === row.secret_hash;
  const isRepeat = used === row.previous_hash && now < (row.replaced_at ?? 0) + REPEAT_MS;
  if (!isInForce && !isRepeat) {
    // Nobody can name a family who has not had one of its tokens.
    await db.run('DELETE FROM refresh_tokens WHERE company_id = $companyId AND hash = $hash', key);
    return 'reused';
  }
  const secret = randomText();
  await db.run(
    `UPDATE refresh_tokens
        SET secret_hash = $secret, previous_hash = $previous, replaced_at = $now, expires_at = $expiresAt
      WHERE company_id = $companyId AND hash = $hash`,
    {
      ...key,
      secret: digestOf(secret),
      // The token of the lost answer counts as used, too: who comes with it later has got that answer.
      previous: isInForce ? used : null,
      now,
      expiresAt: now + REFRESH_SECONDS * 1000,
    },
  );
  return { next: family + SEPARATOR + secret };
}

/** Removes what has expired. Safe to run in several processes at once. */
export async function removeExpiredTokens(db: Database, now: number): Promise<void> {
  const [row] = await db.select('SELECT expires_at FROM refresh_tokens WHERE expires_at <= $now LIMIT 1', {
    now,
  });
  if (row) await db.run('DELETE FROM refresh_tokens WHERE expires_at <= $now', { now });
}

/** Whether a token is for a terminal; older versions kept the tax id as the till had sent it. */
function isFor(kept: string, { TaxId, TL, TT }: TokenScope): boolean {
  const [taxId, ...terminal] = JSON.parse(kept) as [string, string, string];
  return mayBeSameTaxId(taxId, TaxId) && JSON.stringify(terminal) === JSON.stringify([TL, TT]);
}

/** The same text for the same terminal. */
function textOf({ TaxId, TL, TT }: TokenScope): string {
  return JSON.stringify([TaxId, TL, TT]);
}
