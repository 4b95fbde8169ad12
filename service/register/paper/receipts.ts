/** Printed forms of registered receipts. */
import type { Journal } from '../../journal/journal.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { reportKind } from '../../receipt/report.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Paper } from '../../wire.ts';
import { paperOfSheet, type PaperOptions, type Sheet } from './paper.ts';
import type { ReceiptNumber } from '../records.ts';
import { withReport } from './report-lines.ts';
import type { Register } from '../register.ts';

/** A registered receipt, to be laid out once for each form it is wanted in. */
export interface RegisteredReceipt {
  record: JournalRecord;
  paper(options: PrintOptions): Paper;
  /** The same before it is laid out. */
  sheet(options: PrintOptions): Sheet;
}

type PrintOptions = Pick<PaperOptions, 'purpose' | 'raw' | 'reprint'>;

/** Which receipt: the first of these counts that is given; without any the last one. */
export interface Wanted {
  /** Fiscal number. */
  FN?: string | undefined;
  /** Transaction number of a terminal. */
  number?: ReceiptNumber | undefined;
  /** Number of its record. */
  SQ?: number | undefined;
}

/** The record of a receipt; null when the register has none such. */
export async function wantedReceipt(
  journal: Journal,
  register: Register,
  { FN, number, SQ }: Wanted,
): Promise<JournalRecord | null> {
  if (FN !== undefined) return journal.byFiscalNumber(register.rn, FN);
  if (number !== undefined) return register.receiptOf(number);
  if (SQ === undefined) return register.last;
  const record = await journal.bySq(register.rn, SQ);
  return record?._ === 'Tra' && record.ESR ? record : null;
}

/**
 * A receipt; null when the register has none such.
 * A transaction that asked for an X or Z report is printed with what the report says.
 */
export async function registeredReceipt(
  journal: Journal,
  register: Register,
  wanted: Wanted = {},
): Promise<RegisteredReceipt | null> {
  return receiptOf(journal, register, await wantedReceipt(journal, register, wanted));
}

/** The receipt of a journaled transaction; null without one. */
export async function receiptOf(
  journal: Journal,
  register: Register,
  record: JournalRecord | null,
): Promise<RegisteredReceipt | null> {
  const cfg = record && ((await cfgBefore(journal, record)) ?? register.cfg);
  if (!record || !cfg) return null;
  const voided = register.wasVoided(record);
  const printed = await reported(journal, record, register);
  const sheet = (options: PrintOptions): Sheet => ({
    ...{ record: printed, cfg },
    options: { voided, ...options },
  });
  return { record, sheet, paper: (options) => paperOfSheet(sheet(options)) };
}

/** The report stands just behind the transaction that asked for it. */
async function reported(
  journal: Journal,
  record: JournalRecord,
  { country }: Register,
): Promise<JournalRecord> {
  if (!record.ESR || reportKind(record.ESR) === null) return record;
  const report = await journal.bySq(record.RN, record.SQ + 1);
  return country && report?._ === 'Rep' && report.Tra === record.SQ
    ? withReport(record, report, country)
    : record;
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
