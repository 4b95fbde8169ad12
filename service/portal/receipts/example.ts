/** A receipt of a company by which its people see what customers will see. */
import { recordAt } from '../archive/single.ts';
import { hasSealed } from '../archive/sealed.ts';
import type { Queries } from '../database/database.ts';
import { isPersonal } from './proof.ts';
import { type ReceiptView, viewOf } from './view.ts';

/** Newest records looked at: there may be years of other ones behind them. */
const NEWEST = 500;
/** Receipts laid out at most; among so many there is nearly always one without a customer. */
const LOOKED_AT = 20;
/** Characters of a record that makes an example. */
const MAX_LENGTH = 20_000;

/** See above. */
export interface Example extends Pick<ReceiptView, 'company' | 'place' | 'text' | 'language'> {
  registerId: number;
  sq: number;
}

/** The newest receipt that names no customer and is not too long; null when there is none among the newest. */
export async function exampleOf(db: Queries, companyId: number): Promise<Example | null> {
  const rows = await db.select<{ registerId: number; sq: number }>(
    `SELECT r.register_id AS "registerId", r.sq
      FROM (SELECT at, register_id, sq FROM records WHERE company_id = $companyId
        ORDER BY at DESC, register_id DESC, sq DESC LIMIT ${NEWEST}) AS newest
      JOIN records r ON r.company_id = $companyId AND r.register_id = newest.register_id AND r.sq = newest.sq
      WHERE r.type = 'Tra' AND length(r.line) <= ${MAX_LENGTH}
      ORDER BY newest.at DESC, newest.register_id DESC, newest.sq DESC LIMIT ${LOOKED_AT}`,
    { companyId },
  );
  for (const { registerId, sq } of rows) {
    const { record } = (await recordAt(db, companyId, registerId, sq))!;
    if (!record.ESR || isPersonal(record.ESR)) continue;
    if (await hasSealed(db, { companyId, registerId })) continue;
    const view = await viewOf(db, { companyId, registerId, sq }, record, { logo: null });
    if (!view) continue;
    const { company, place, text, language } = view;
    return { registerId, sq, company, place, text, language };
  }
  return null;
}
