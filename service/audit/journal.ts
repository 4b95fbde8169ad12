/** The audit of a journal: its registers, then the database around them. */
import path from 'node:path';
import type { AuditContext } from '../countries/contract/audit.ts';
import { JournalAudit, type AuditedRegister } from '../journal/audit/audit.ts';
import { databaseName } from '../journal/postgres/snapshot.ts';
import { UnreadableJournalError, wayOut } from '../journal/read-only.ts';
import { UsageError } from '../command-line.ts';
import type { ArchiveCopy } from './archive-copy.ts';
import { auditMark, type FoundMark } from './mark.ts';
import { auditRegister } from './register.ts';
import type { RegisterReport, Report } from './report.ts';
import { auditOnThreads, threadsFor, type AuditTask, type AuditThreads } from './threads.ts';

/** A journal on PostgreSQL. */
export interface PostgresPlace {
  url: string;
  /** Folder with the journal files of an instance. */
  registers: string;
}

/** What to audit, and who wants to know how far it is. */
export interface JournalOptions extends AuditContext {
  /** One register alone. */
  rn: string | undefined;
  /**
   * Called now and then with the register, the records read of all registers, and
   * how many there are. What it throws ends the audit.
   */
  progress: (rn: string, records: number, total: number) => void;
  /** What the journal is compared with, where there is one. */
  archive?: ArchiveCopy;
  /** The mark outside of the data root, read before; null for none. */
  mark?: FoundMark | null;
  /** Threads for registers that can be audited side by side; without it one after the other is. */
  threads?: AuditThreads;
}

/**
 * Audits a journal: a file, or one on PostgreSQL.
 *
 * Found are changes of, insertions among and removals from the records wherever
 * they break what is written in more than one place: numbers, sums, what finds
 * and sums up the records, the journal files, the state that registers go on
 * from, and the signatures of the country. See the countries' own audits for
 * what their law protects.
 *
 * Not found can be what was changed in all of these places and is not signed
 * (texts of positions and notes, the operator, times of registration, records
 * that are no receipts), and the removal of the last records with all their
 * traces: what is left is a journal that was simply used less long. Only what
 * has left the shop shows that: receipts, exports, copies of the journal.
 * @throws UnreadableJournalError, UsageError
 */
export async function auditJournal(place: string | PostgresPlace, options: JournalOptions): Promise<Report> {
  const file = typeof place === 'string' ? place : databaseName(place.url);
  const journal = await (typeof place === 'string'
    ? JournalAudit.open(place)
    : JournalAudit.ofPostgres(place.url, place.registers));
  let report: Report;
  try {
    report = await auditOpen(journal, file, options);
  } catch (error) {
    const isSchema = error instanceof UnreadableJournalError && error.message.includes('SQLITE_ERROR');
    const changed = isSchema ? await journal.schemaDifferences().catch(() => []) : [];
    // What went wrong says more than what closing might add.
    await journal.close().catch(() => undefined);
    if (changed.length === 0) throw error;
    throw new UnreadableJournalError(`${file} has another schema: ${changed.join(', ')}`, wayOut(file));
  }
  await journal.close();
  return report;
}

async function auditOpen(journal: JournalAudit, file: string, options: JournalOptions): Promise<Report> {
  const { rn } = options;
  const known = await journal.registers();
  const wanted = known.filter((register) => rn === undefined || register.rn === rn);
  if (rn !== undefined && wanted.length === 0) {
    const names = known.map((register) => register.rn).join(', ');
    throw new UsageError(`there is no register ${rn}; there are: ${names || 'none'}`);
  }
  const registers = await auditRegisters(journal, wanted, options);
  const database = [...(await journal.schemaDifferences()), ...(await journal.strays())];
  for (const name of await journal.files.allNames()) {
    if (known.some(({ folder }) => folder === name)) continue;
    if (journal.files.names().includes(name))
      database.push(`there are journal files of a register that it does not have: ${path.join('rn', name)}`);
    for await (const { file, sq } of journal.files.aside(name)) {
      database.push(`${file}, kept aside, has a record of a register that it does not have: SQ ${sq}`);
      // One is enough to look there.
      break;
    }
  }
  const remarks = unknownOf(options.archive, known);
  if (options.mark) {
    const said = await auditMark(journal, known, options.mark);
    database.push(...said.findings);
    remarks.push(...said.remarks);
  }
  const ok = database.length === 0 && registers.every((register) => register.findingCount === 0);
  return { ok, journal: file, registers, database, remarks };
}

/** Audits registers; reports come in their order. */
async function auditRegisters(
  journal: JournalAudit,
  registers: readonly AuditedRegister[],
  options: JournalOptions,
): Promise<RegisterReport[]> {
  const { progress, threads, archive, publicKeys } = options;
  const tasks: AuditTask[] = [];
  for (const register of registers) tasks.push({ register, records: await journal.lastSq(register) });
  const total = tasks.reduce((sum, { records }) => sum + records, 0);
  const count = threads ? threadsFor(tasks, threads.wanted) : 1;
  if (threads && count > 1) {
    const { program, dataRoot } = threads;
    const data = { program, dataRoot, publicKeys, journal: journal.opened, archive: archive?.file };
    return auditOnThreads(tasks, count, data, (rn, records) => progress(rn, records, total));
  }
  const reports: RegisterReport[] = [];
  let before = 0;
  for (const { register } of tasks) {
    const tell = (records: number) => progress(register.rn, before + records, total);
    const report = await auditRegister(journal, register, options, tell);
    reports.push(report);
    before += report.records;
  }
  return reports;
}

/** Registers of the archive that the journal does not have: of other machines of the company, or lost. */
function unknownOf(archive: ArchiveCopy | undefined, known: readonly AuditedRegister[]): string[] {
  const names = new Set(known.map(({ rn }) => rn));
  return (archive?.registers ?? [])
    .filter(({ rn }) => !names.has(rn))
    .map(({ name }) => `the archive has a register that the journal does not have: ${name}`);
}
