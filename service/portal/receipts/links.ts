/** The way from archived receipts to their public pages, for who may read them anyway. */
import { documentHandle, transactionHandle } from '../../receipt/document-handle.ts';
import { receiptPage } from '../api/receipts.ts';
import type { FoundRecord } from '../archive/search.ts';
import type { PortalServices } from '../services.ts';
import { HandleKeys } from './keys.ts';
import { rulesOf } from './rules.ts';
import { standingBy } from './standing.ts';

/**
 * Gives some records of a company the addresses of their pages, where they are shown.
 * @param now milliseconds since 1970
 */
export async function withLinks<T extends FoundRecord>(
  { db, publicUrl }: Pick<PortalServices, 'db' | 'publicUrl'>,
  companyId: number,
  records: readonly T[],
  now: number,
): Promise<(T & { digitalReceipt?: string })[]> {
  const rules = await rulesOf(db, companyId);
  if (!rules.active || records.length === 0) return [...records];
  const rows = await db.select<{ register_id: number; sq: number }>(
    `SELECT register_id, sq FROM hidden_receipts
      WHERE company_id = $companyId AND sq IN (${records.map(({ SQ }) => SQ).join(', ')})`,
    { companyId },
  );
  const hidden = new Set(rows.map((row) => `${row.register_id} ${row.sq}`));
  const keyOf = await new HandleKeys(db).keyOf();
  const address = receiptPage(publicUrl());
  return records.map((record) => {
    const { registerId, SQ } = record;
    const isShown =
      record._ === 'Tra' &&
      record.ESR !== undefined &&
      standingBy(rules, hidden.has(`${registerId} ${SQ}`), record, now) === 'shown';
    if (!isShown) return record;
    const document = documentHandle(keyOf(registerId), record);
    return { ...record, digitalReceipt: address + document + transactionHandle(document, registerId) };
  });
}
