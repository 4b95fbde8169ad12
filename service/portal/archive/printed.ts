/** Archived receipts as they are printed again: by the configuration under which they were registered. */
import { countryFor } from '../../countries/register-currency.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { paperOf } from '../../register/paper/paper.ts';
import type { Paper } from '../../wire.ts';
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { cfgOf, readCfg, voidedBy } from './register-source.ts';
import { ArchivedState } from './register-state.ts';
import { refuseSealed } from './sealed.ts';
import type { FoundRecord } from './search.ts';
import { recordAt } from './single.ts';
import type { ReadRecord } from './record.ts';

/** Characters of a record; laying out a longer one would keep everybody else waiting. */
const MAX_PRINTED = 100_000;

/** Which record. */
export interface RecordPlace {
  companyId: number;
  registerId: number;
  sq: number;
}

/**
 * A receipt as a copy for paper; null when there is none, or nothing that is printed.
 * @throws Problem 409 where the register has sealed records, which may void or change it, and for a record
 * or a configuration of then that cannot be read; 413 for one that is too long
 */
export async function printedCopy(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
): Promise<Paper | null> {
  const found = await recordAt(db, companyId, registerId, sq);
  if (!found) return null;
  await refuseSealed(db, { companyId, registerId });
  refuseUnreadable(found.record);
  if (found.record._ !== 'Tra' || !found.record.ESR) return null;
  refuseTooLong(found.record);
  const { cfg, flaw } = await readCfg(db, { companyId, id: registerId, rn: found.record.RN, lastSq: sq });
  if (flaw !== null) throw new Problem(409, `${flaw}; nothing is printed without it`);
  if (!cfg) return null;
  const state = new ArchivedState(db, companyId, registerId);
  await state.load([`VOID ${sq}`]);
  const voided = voidedBy(found.record, state, countryFor(cfg).currency.digits) !== null;
  return paperOf(found.record, cfg, { purpose: 'copy', voided });
}

/** @throws Problem 409 for a record that nothing can be made of */
export function refuseUnreadable({ Unreadable }: ReadRecord): void {
  if (Unreadable !== undefined) throw new Problem(409, `${Unreadable}: only its line can be read`);
}

/** @throws Problem 413 for a record that is too long to be printed */
export function refuseTooLong(record: JournalRecord): void {
  if (JSON.stringify(record).length > MAX_PRINTED)
    throw new Problem(413, 'the receipt is too long to be printed here');
}

/** Currency of the receipts of a register (ISO 4217); null while it has no configuration. */
export async function currencyAt(
  db: Queries,
  { companyId, registerId, sq }: RecordPlace,
): Promise<string | null> {
  const cfg = await cfgOf(db, { companyId, id: registerId, rn: '', lastSq: sq });
  return cfg && currencyOf(cfg);
}

/** Found receipts with the currency of their registers. */
export async function withCurrency(
  db: Queries,
  companyId: number,
  records: readonly FoundRecord[],
): Promise<(FoundRecord & { currency?: string })[]> {
  const receipts = records.filter(({ ESR }) => ESR !== undefined);
  const currencies = new Map<number, string | null>();
  for (const { registerId, SQ: sq } of receipts) {
    // All receipts of a register are in one currency.
    if (!currencies.has(registerId))
      currencies.set(registerId, await currencyAt(db, { companyId, registerId, sq }));
  }
  return records.map((record) => {
    const currency = record.ESR && currencies.get(record.registerId);
    return currency ? { ...record, currency } : record;
  });
}

function currencyOf(cfg: Cfg): string {
  return countryFor(cfg).currency.code;
}
