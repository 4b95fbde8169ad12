/**
 * Digital receipts that a company has taken down one by one: a customer has asked for it,
 * or something on the page is wrong. Only the page ends; the record stays in the archive,
 * in searches and in exports, as the law wants.
 */
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { RecordPlace } from '../archive/printed.ts';

/** Why a receipt is taken down. No free text: the audit log keeps it for ever, and must not name customers. */
export const HIDING_REASONS = ['customer', 'mistake', 'other'] as const;

/** See {@link HIDING_REASONS}. */
export type HidingReason = (typeof HIDING_REASONS)[number];

/** How long taking down can be taken back. Afterwards whoever has asked for it may rely on it. */
const UNDO_MS = 30 * 24 * 3_600_000;

/** A receipt that is taken down. Times are milliseconds since 1970. */
export interface Hidden {
  hiddenAt: number;
  reason: HidingReason;
  /** Until then it can be shown again. */
  finalAt: number;
}

/** When and why a receipt was taken down; null: it was not. */
export async function hiddenOf(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
): Promise<Hidden | null> {
  const [row] = await db.select<{ hidden_at: number; reason: HidingReason }>(
    `SELECT hidden_at, reason FROM hidden_receipts
      WHERE company_id = $companyId AND register_id = $registerId AND sq = $sq`,
    { companyId, registerId, sq },
  );
  return row ? { hiddenAt: row.hidden_at, reason: row.reason, finalAt: row.hidden_at + UNDO_MS } : null;
}

/** Takes a receipt down that is not taken down yet. */
export async function hide(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
  reason: HidingReason,
  now: number,
): Promise<void> {
  await db.run(
    `INSERT INTO hidden_receipts (company_id, register_id, sq, hidden_at, reason)
      VALUES ($companyId, $registerId, $sq, $now, $reason)`,
    { companyId, registerId, sq, now, reason },
  );
}

/**
 * Shows a receipt again.
 * @throws Problem 409 when it was taken down too long ago
 */
export async function showAgain(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
  { finalAt }: Hidden,
  now: number,
): Promise<void> {
  if (now > finalAt) {
    const day = new Date(finalAt).toISOString().slice(0, 10);
    throw new Problem(409, `the receipt could be shown again until ${day}; give the customer a copy instead`);
  }
  await db.run(
    'DELETE FROM hidden_receipts WHERE company_id = $companyId AND register_id = $registerId AND sq = $sq',
    { companyId, registerId, sq },
  );
}
