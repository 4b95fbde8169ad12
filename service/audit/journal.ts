/** The audit of a journal: register by register, then the database around them. */
import type { AuditContext } from '../countries/contract.ts';
import { JournalAudit } from '../journal/audit.ts';
import { UsageError } from '../command-line.ts';
import { auditRegister } from './register.ts';
import type { RegisterReport, Report } from './report.ts';

/** What to audit, and who wants to know how far it is. */
export interface JournalOptions extends AuditContext {
  /** One register alone. */
  rn: string | undefined;
  /** Called now and then with the records read of a register, and how many there are. */
  progress: (rn: string, records: number, total: number) => void;
}

/**
 * Audits a journal file.
 *
 * Found are changes of, insertions among and removals from the records wherever
 * they break what is written in more than one place: numbers, sums, columns, the
 * state that registers go on from, and the signatures of the country. See the
 * countries' own audits for what their law protects.
 *
 * Not found can be what stands in one place only and is not signed (texts of
 * positions and notes, the operator, times of registration, records that are no
 * receipts), and the removal of the last records together with their traces in
 * the state: what is left is a journal that was simply used less long. Only
 * what has left the shop shows that: receipts, exports, copies of the journal.
 * @throws UnreadableJournalError, UsageError
 */
export async function auditJournal(file: string, options: JournalOptions): Promise<Report> {
  const journal = await JournalAudit.open(file);
  let report: Report;
  try {
    report = await auditOpen(journal, file, options);
  } catch (error) {
    // What went wrong says more than what closing might add.
    await journal.close().catch(() => undefined);
    throw error;
  }
  await journal.close();
  return report;
}

async function auditOpen(journal: JournalAudit, file: string, options: JournalOptions): Promise<Report> {
  const { rn, progress } = options;
  const names = await journal.registerNames();
  if (rn !== undefined && !names.includes(rn)) {
    throw new UsageError(`there is no register ${rn}; there are: ${names.join(', ') || 'none'}`);
  }
  const registers: RegisterReport[] = [];
  for (const name of rn === undefined ? names : [rn]) {
    const total = await journal.count(name);
    registers.push(await auditRegister(journal, name, options, (records) => progress(name, records, total)));
  }
  const database = await journal.schemaDifferences();
  const strays = await journal.strays();
  if (strays > 0) database.push(`${strays} records have no text as the name of their register`);
  const ok = database.length === 0 && registers.every((register) => register.findingCount === 0);
  return { ok, journal: file, registers, database };
}
