/** Printed forms of registered receipts. */
import type { Journal } from '../journal/journal.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Paper } from '../wire.ts';
import { paperOf } from './paper.ts';
import type { Register } from './register.ts';

/** The receipt with a fiscal number, without one the last; null when the register has none such. */
export async function registeredPaper(
  journal: Journal,
  register: Register,
  FN: string | undefined,
  copy: boolean,
): Promise<Paper | null> {
  const record = FN === undefined ? register.last : await journal.byFiscalNumber(register.rn, FN);
  const cfg = record && ((await cfgBefore(journal, record)) ?? register.cfg);
  const voided = record !== null && register.wasVoided(record);
  return record && cfg && paperOf(record, cfg, { voided, ...(copy && { purpose: 'copy' as const }) });
}

/** The configuration in force when a receipt was registered: a reprint shows the seller of then. */
async function cfgBefore(journal: Journal, { RN: rn, SQ }: JournalRecord): Promise<Cfg | null> {
  const { records } = await journal.find({
    rn,
    where: { type: 'Cfg' },
    properties: {},
    sort: 'desc',
    rows: 1,
    ms: 5000,
    after: SQ,
  });
  return (records[0]?.Cfg as Cfg | undefined) ?? null;
}
