/**
 * The badge of a company: whoever has it may connect registers to the portal
 * in the company's name. It is told once and kept as a digest.
 */
import { auditCall } from '../audit.ts';
import { digestOf, isSecret, makeSecret } from '../access/secrets.ts';
import type { Queries } from '../database/database.ts';
import type { Context } from '../entities/organizations.ts';
import { type EntityRow, STATE } from '../entities/entity.ts';
import { MAX_ID } from '../entities/fields.ts';
import { Problem } from '../problem.ts';

/** The company stands in front, so that the badge is found by its key in the database. */
const BADGE = /^tmb_(\d{1,10})_[\w-]{43}$/;

/**
 * The badge with the address of the portal: what a person copies and enters at a register.
 * service/recorder/badge-text.ts reads it.
 * @param publicUrl address of the page, without a slash at the end
 */
export function connectionText(publicUrl: string, badge: string): string {
  // As programs write it, whatever letters it was given in.
  return `${new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '')}/#badge=${badge}`;
}

/** Since when a company has its badge; null: it has none. */
export async function badgeTime(db: Queries, companyId: number): Promise<number | null> {
  return (await badgeRow(db, companyId))?.created_at ?? null;
}

/**
 * Makes a badge; the one before connects no more registers. Those that are connected stay so.
 * @returns the badge, which cannot be told again
 * @throws Problem when the company is deactivated
 */
export async function makeBadge(call: Context, company: EntityRow): Promise<string> {
  if (company.state === STATE.Deactivated) {
    throw new Problem(409, `${company.name} is deactivated: no register can be connected to it`);
  }
  const badge = makeSecret(`tmb_${company.id}`);
  await call.db.run(
    `INSERT INTO company_secrets (company_id, kind, public_part, hash, created_at)
      VALUES ($companyId, 'badge', $publicPart, $hash, $now)
      ON CONFLICT (company_id, kind) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
    { companyId: company.id, publicPart: `badge ${company.id}`, hash: digestOf(badge), now: call.now },
  );
  await auditCall(call, 'badge made', company);
  return badge;
}

/** Id of the company that a badge in force belongs to; null for all other texts. */
export async function companyOfBadge(db: Queries, badge: string): Promise<number | null> {
  const company = Number(BADGE.exec(badge)?.[1] ?? 0);
  const row = company === 0 || company > MAX_ID ? null : await badgeRow(db, company);
  return row && isSecret(badge, row.hash) ? company : null;
}

async function badgeRow(
  db: Queries,
  companyId: number,
): Promise<{ hash: string; created_at: number } | null> {
  const [row] = await db.select<{ hash: string; created_at: number }>(
    "SELECT hash, created_at FROM company_secrets WHERE company_id = $companyId AND kind = 'badge'",
    { companyId },
  );
  return row ?? null;
}
