/** The audit of one register: all checks over all of its records, then over its state. */
import type { AuditContext, Country, Finding, State } from '../countries/contract.ts';
import { countryOf } from '../countries/list.ts';
import type { JournalAudit, UncheckedRow } from '../journal/audit.ts';
import { UnreadableJournalError } from '../journal/read-only.ts';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { isTree } from '../receipt/tree.ts';
import { counted, quoted, type Check } from './check.ts';
import { ColumnsCheck } from './columns.ts';
import { readRecord } from './entry.ts';
import { LawCheck } from './law.ts';
import { NumbersCheck } from './numbers.ts';
import { Findings, type RegisterReport } from './report.ts';
import { SequenceCheck } from './sequence.ts';
import { SumsCheck } from './sums.ts';
import { VoidsCheck } from './voids.ts';

/** Name of the check that every record can be read. */
const READABLE = 'Records';

/**
 * Audits a register.
 * @param progress called after each page with the number of rows read
 */
export async function auditRegister(
  journal: JournalAudit,
  rn: string,
  context: AuditContext,
  progress: (records: number) => void,
): Promise<RegisterReport> {
  const audit = new RegisterAudit(journal, rn, context);
  let records = 0;
  for await (const page of journal.pages(rn)) {
    for (const row of page) await audit.take(row);
    records += page.length;
    progress(records);
  }
  return audit.finish(records);
}

class RegisterAudit {
  private readonly journal: JournalAudit;
  private readonly rn: string;
  private readonly findings = new Findings();
  private readonly sequence: SequenceCheck;
  /** What says the most about the first bad record comes first. */
  private readonly checks: readonly Check[];
  private country: Country | null = null;

  constructor(journal: JournalAudit, rn: string, context: AuditContext) {
    this.journal = journal;
    this.rn = rn;
    const remark = (finding: Finding) => this.findings.remark(finding);
    this.sequence = new SequenceCheck(rn, remark);
    this.checks = [
      this.sequence,
      new LawCheck(context),
      new SumsCheck(),
      new NumbersCheck(journal, rn, remark),
      new VoidsCheck(journal, rn),
      new ColumnsCheck(),
    ];
  }

  async take(row: UncheckedRow): Promise<void> {
    const { sq } = row;
    if (typeof sq !== 'number' || !Number.isSafeInteger(sq)) {
      const text = `a record has the number ${quoted(sq)}; it and those behind it were not read`;
      this.findings.add(this.sequence.title, [{ sq: 0, text }], null);
      return;
    }
    this.findings.add(this.sequence.title, this.sequence.number(sq), null);
    const read = readRecord(row);
    if ('problem' in read) {
      this.findings.add(READABLE, [{ sq, text: read.problem }], typeof row.fn === 'string' ? row.fn : null);
      return;
    }
    const { record } = read;
    if (record._ === 'Cfg') this.configure(sq, record);
    const entry = { sq, row, record, country: this.country };
    for (const check of this.checks) await this.guarded(check, sq, record, () => check.take(entry));
  }

  async finish(records: number): Promise<RegisterReport> {
    const state = await this.state();
    for (const check of this.checks) await this.guarded(check, 0, null, () => check.end?.(state) ?? []);
    const { findings } = this;
    return {
      rn: this.rn,
      records,
      checks: [
        {
          title: READABLE,
          summary: `${counted(records, 'record')} to be read as the service writes them`,
          findings: findings.of(READABLE),
        },
        ...this.checks.map((check) => ({
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
  private async guarded(
    check: Check,
    sq: number,
    record: JournalRecord | null,
    work: () => Finding[] | Promise<Finding[]>,
  ): Promise<void> {
    let found: Finding[];
    try {
      found = await work();
    } catch (error) {
      if (error instanceof UnreadableJournalError) throw error;
      found = [{ sq, text: `cannot be checked: ${(error as Error).message}` }];
    }
    this.findings.add(check.title, found, record?.ESR?.FN ?? null);
  }

  private configure(sq: number, { Cfg: cfg }: JournalRecord): void {
    const company = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp : {};
    const { Ctry, TaxId } = company;
    if (typeof Ctry === 'string' && /^[A-Z]{2}$/.test(Ctry) && typeof TaxId === 'string') {
      this.country = countryOf(Ctry);
    } else {
      this.findings.add(READABLE, [{ sq, text: 'a configuration without country or tax id' }], null);
    }
  }

  private async state(): Promise<State> {
    const state = new Map<string, Json>();
    for (const { key, value } of await this.journal.state(this.rn)) {
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
