/** The audit of one register: all checks over all of its records, then over its state. */
import type { AuditContext, Finding } from '../countries/contract/audit.ts';
import type { Country } from '../countries/contract/country.ts';
import type { State } from '../countries/contract/state.ts';
import { countryFor } from '../countries/register-currency.ts';
import type { AuditedRegister, JournalAudit, Page, StoredRecord } from '../journal/audit/audit.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { isTree } from '../receipt/tree.ts';
import { ArchiveCheck } from './archive-check.ts';
import type { ArchiveCopy } from './archive-copy.ts';
import { counted, quoted, type Check } from './check.ts';
import { InvoicesCheck } from './e-invoices.ts';
import { readRecord } from './entry.ts';
import { FilesCheck } from './files.ts';
import { IndexCheck } from './index-check.ts';
import { LateDataCheck } from './late.ts';
import { LawCheck } from './law.ts';
import { NumbersCheck } from './numbers.ts';
import { Originals } from './originals.ts';
import { Findings, type RegisterReport } from './report.ts';
import { SequenceCheck } from './sequence.ts';
import { StateCheck } from './state.ts';
import { SumsCheck } from './sums.ts';
import { VoidsCheck } from './voids.ts';

/** Name of the check that every record can be read. */
const READABLE = 'Records';
/** Unreadable records whose fiscal number is looked up: that takes time. */
const MOST_LOOKED_UP = 20;

/**
 * Audits a register.
 * @param progress called after each page with the number of records read
 */
export async function auditRegister(
  journal: JournalAudit,
  register: AuditedRegister,
  context: AuditContext & { archive?: ArchiveCopy },
  progress: (records: number) => void,
): Promise<RegisterReport> {
  const lastSq = await journal.lastSq(register);
  const { archive } = context;
  const copy = archive ? await ArchiveCheck.open(archive, journal, register) : null;
  const audit = new RegisterAudit(journal, register, lastSq, context, copy);
  for await (const page of journal.pages(register)) {
    await audit.take(page);
    progress(audit.records);
  }
  return audit.finish();
}

class RegisterAudit {
  records = 0;
  private readonly journal: JournalAudit;
  private readonly register: AuditedRegister;
  private readonly findings = new Findings();
  private readonly sequence: SequenceCheck;
  private readonly state = new StateCheck();
  private readonly index: IndexCheck;
  private readonly files: FilesCheck;
  /** Null without an archive to compare with. */
  private readonly copy: ArchiveCheck | null;
  private readonly sums = new SumsCheck();
  private readonly late = new LateDataCheck();
  private readonly invoices = new InvoicesCheck();
  /** What says the most about the first bad record comes first. */
  private readonly checks: readonly Check[];
  private country: Country | null = null;
  private unreadable = 0;

  constructor(
    journal: JournalAudit,
    register: AuditedRegister,
    lastSq: number,
    context: AuditContext,
    copy: ArchiveCheck | null,
  ) {
    this.copy = copy;
    this.journal = journal;
    this.register = register;
    const remark = (finding: Finding) => this.findings.remark(finding);
    const originals = new Originals(journal, register);
    this.sequence = new SequenceCheck(register.rn, remark);
    this.index = new IndexCheck(journal, register, lastSq);
    this.files = new FilesCheck(journal, register, lastSq, remark);
    this.checks = [
      this.sequence,
      new LawCheck(context),
      this.sums,
      new NumbersCheck(originals, remark),
      new VoidsCheck(originals, remark),
      this.late,
      this.invoices,
      this.state,
      this.index,
    ];
  }

  async take({ records, problems, remarks, lost, isArchived }: Page): Promise<void> {
    this.findings.add(this.files.title, problems, null);
    for (const remark of remarks) this.findings.remark(remark);
    if (lost) {
      const text = `records ${lost.from} to ${lost.to} cannot be read`;
      this.findings.add(READABLE, [{ sq: lost.from, text }], null);
      this.findings.add(this.sequence.title, this.sequence.pass(lost), null);
      for (const check of this.checks) check.lose?.();
      for (let sq = lost.from; sq <= lost.to; sq++) this.late.unreadable(sq);
      this.findings.add(this.index.title, await this.index.unreadable(lost.from), null);
    }
    for (const stored of records) {
      this.records++;
      await this.takeRecord(stored);
      const found = this.files.take(stored, isArchived);
      this.findings.add(this.files.title, found instanceof Promise ? await found : found, null);
      if (this.copy) this.findings.add(this.copy.title, await this.copy.take(stored), null);
    }
  }

  private async takeRecord(stored: StoredRecord): Promise<void> {
    const { sq } = stored;
    this.findings.add(this.sequence.title, this.sequence.number(sq), null);
    const read = readRecord(stored.line);
    if ('problem' in read) {
      const isLookedUp = this.unreadable++ < MOST_LOOKED_UP;
      const fn = isLookedUp ? await this.journal.fiscalNumberAt(this.register, sq) : null;
      this.findings.add(READABLE, [{ sq, text: read.problem }], fn);
      this.state.lose();
      this.sums.lose();
      this.invoices.lose();
      this.late.unreadable(sq);
      this.findings.add(this.index.title, await this.index.unreadable(sq), null);
      return;
    }
    const { record } = read;
    if (record._ === 'Cfg') this.configure(sq, record);
    const entry = { sq, stored, ...read, country: this.country };
    for (const check of this.checks) {
      const work = this.guarded(check, sq, record, () => check.take(entry));
      // Nearly always all is done; a turn for nothing takes longer than some checks.
      if (work) await work;
    }
  }

  async finish(): Promise<RegisterReport> {
    const { register, findings, records } = this;
    const { rn, isUnfinished } = register;
    if (isUnfinished) {
      const text = 'its restoring has not come to its end: the next start of the service removes it';
      findings.remark({ sq: 0, text });
    } else if (records === 0) {
      findings.add(this.sequence.title, [{ sq: 0, text: 'there are no records' }], null);
    }
    const state = await this.readState();
    for (const check of this.checks) await this.guarded(check, 0, null, () => check.end?.(state) ?? []);
    findings.add(this.files.title, await this.files.end(), null);
    if (this.copy) findings.add(this.copy.title, await this.copy.end(), null);
    return {
      rn,
      records,
      checks: [
        {
          title: READABLE,
          summary: `${counted(records, 'record')} to be read as the service writes them`,
          findings: findings.of(READABLE),
        },
        ...[...this.checks, this.files, ...(this.copy ? [this.copy] : [])].map((check) => ({
          title: check.title,
          summary: check.summary(),
          findings: findings.of(check.title),
        })),
      ],
      findings: findings.kept,
      findingCount: findings.count,
      remarks: findings.remarks,
      remarkCount: findings.remarkCount,
    };
  }

  /** A record that breaks a check is a finding, and the audit goes on. */
  private guarded(
    check: Check,
    sq: number,
    record: JournalRecord | null,
    work: () => Finding[] | Promise<Finding[]>,
  ): Promise<void> | null {
    const broken = (error: unknown): Finding[] => {
      if (error instanceof UnreadableJournalError) throw error;
      return [{ sq, text: `cannot be checked: ${(error as Error).message}` }];
    };
    const add = (found: Finding[]) => this.findings.add(check.title, found, record?.ESR?.FN ?? null);
    let found: Finding[] | Promise<Finding[]>;
    try {
      found = work();
    } catch (error) {
      found = broken(error);
    }
    if (found instanceof Promise) return found.catch(broken).then(add);
    if (found.length > 0) add(found);
    return null;
  }

  private configure(sq: number, { Cfg: cfg }: JournalRecord): void {
    const company = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp : {};
    const { Ctry, TaxId } = company;
    const location = isTree(cfg) && isTree(cfg.Loc) ? cfg.Loc : undefined;
    if (typeof Ctry === 'string' && /^[A-Z]{2}$/.test(Ctry) && typeof TaxId === 'string') {
      this.country = countryFor({ Cmp: { ...company, Ctry }, Loc: location });
    } else {
      this.findings.add(READABLE, [{ sq, text: 'a configuration without country or tax id' }], null);
    }
  }

  private async readState(): Promise<State> {
    const state = new Map<string, Json>();
    for (const { key, value } of await this.journal.state(this.register)) {
      try {
        if (typeof key !== 'string' || typeof value !== 'string') throw new Error('no text');
        state.set(key, JSON.parse(value) as Json);
      } catch {
        this.findings.add(READABLE, [{ sq: 0, text: `state entry ${quoted(key)} is no JSON` }], null);
      }
    }
    return state;
  }
}
