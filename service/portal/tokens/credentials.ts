/** Credentials of a company's cloud registers: an API key and its secret (doc 2, "Cloud register"). */
import { randomBytes } from 'node:crypto';
import { auditCall } from '../audit.ts';
import type { Caller } from '../access/caller.ts';
import { digestOf, isSecret, makeSecret } from '../access/secrets.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { type EntityRow, STATE } from '../entities/entity.ts';
import { badField } from '../problem.ts';

const KIND = 'cloud';

/** The company that credentials belong to. */
export interface CloudCompany {
  companyId: number;
  /** As it is kept, such as `PT509876544`. */
  taxId: string;
  /** ISO 3166 code. */
  country: string;
  isDeactivated: boolean;
  /** Whether a secret is the one of the credentials. */
  isSecret(secret: string): boolean;
}

/** The company with an API key; null for keys that were never given out, or were replaced. */
export async function companyOfKey(db: Queries, apiKey: string): Promise<CloudCompany | null> {
  const [row] = await db.select<
    Record<'tax_id' | 'country_code' | 'hash', string> & { id: number; state: number }
  >(
    `SELECT e.id, e.tax_id, e.country_code, e.state, s.hash
       FROM company_secrets s JOIN entities e ON e.id = s.company_id
      WHERE s.public_part = $apiKey AND s.kind = $kind`,
    { apiKey, kind: KIND },
  );
  if (!row) return null;
  return {
    companyId: row.id,
    taxId: row.tax_id,
    country: row.country_code,
    isDeactivated: row.state === STATE.Deactivated,
    isSecret: (secret) => isSecret(secret, row.hash),
  };
}

/** What may be told of a company's credentials. */
export async function credentialsOf(
  db: Queries,
  company: EntityRow,
): Promise<{ apiKey: string; createdAt: number } | null> {
  const [row] = await db.select<{ public_part: string; created_at: number }>(
    'SELECT public_part, created_at FROM company_secrets WHERE company_id = $id AND kind = $kind',
    { id: company.id, kind: KIND },
  );
  return row ? { apiKey: row.public_part, createdAt: row.created_at } : null;
}

/**
 * Makes new credentials; older ones and their refresh tokens end.
 * @returns key and secret; the secret is not kept and cannot be told again
 * @throws Problem for a company that is deactivated
 */
export async function renewCredentials(
  call: { db: Transaction; caller: Caller; now: number },
  company: EntityRow,
): Promise<{ apiKey: string; apiSecret: string }> {
  const { db, now } = call;
  if (company.state === STATE.Deactivated) {
    throw badField('companyId', 'deactivated', `${company.name} is deactivated: it has no cloud registers`);
  }
  const apiKey = `tmc_${randomBytes(12).toString('hex')}`;
  const apiSecret = makeSecret('tms');
  await db.run('DELETE FROM company_secrets WHERE company_id = $id AND kind = $kind', {
    id: company.id,
    kind: KIND,
  });
  await db.run('DELETE FROM refresh_tokens WHERE company_id = $id', { id: company.id });
  await db.run(
    `INSERT INTO company_secrets (company_id, kind, public_part, hash, created_at)
      VALUES ($id, $kind, $apiKey, $hash, $now)`,
    { id: company.id, kind: KIND, apiKey, hash: digestOf(apiSecret), now },
  );
  await auditCall(call, 'cloud credentials renewed', company, { apiKey });
  return { apiKey, apiSecret };
}
