/** The journal says the same as an archive that has left the shop: who signs a changed end anew cannot change that one. */
import type { Finding } from '../countries/contract/audit.ts';
import type { AuditedRegister, JournalAudit, StoredRecord } from '../journal/audit/audit.ts';
import type { SegmentLines } from '../journal/audit/lines.ts';
import { firstSqOf, lastSqOf, segmentOf } from '../journal/segments/name.ts';
import type { ArchiveCopy, ArchivedCopy } from './archive-copy.ts';
import { counted } from './check.ts';

/** Compares the records of one register with those of the archive. */
export class ArchiveCheck {
  readonly title = 'Archive';
  private readonly copy: ArchivedCopy | null;
  private readonly problem: string | null;
  private current: { segment: number; lines: SegmentLines } | null = null;
  /** Segments of the archive that are still to come. */
  private readonly left: number[];
  private until = 0;
  private taken = 0;
  private compared = 0;

  private constructor(found: { copy: ArchivedCopy | null; problem: string | null }) {
    this.copy = found.copy;
    this.problem = found.problem;
    this.left = [...(found.copy?.segments ?? [])];
  }

  /** Finds the register in the archive: others of the company may have its name. */
  static async open(
    archive: ArchiveCopy,
    journal: Pick<JournalAudit, 'lineAt'>,
    register: AuditedRegister,
  ): Promise<ArchiveCheck> {
    const named = archive.registers.filter(({ rn }) => rn === register.rn);
    if (named.length <= 1) return new ArchiveCheck({ copy: named[0] ?? null, problem: null });
    const alike: ArchivedCopy[] = [];
    for (const copy of named) {
      const own = await journal.lineAt(register, copy.first.sq);
      if (own?.equals(copy.first.line)) alike.push(copy);
    }
    const copy = alike.length > 1 ? await longest(journal, register, alike) : alike[0];
    if (copy) return new ArchiveCheck({ copy, problem: null });
    const problem = `none of the ${named.length} registers of this name in the archive begins like this one`;
    return new ArchiveCheck({ copy: null, problem });
  }

  /** Takes the next record, readable or not. */
  async take({ sq, line }: StoredRecord): Promise<Finding[]> {
    this.taken++;
    const findings: Finding[] = [];
    const segment = segmentOf(sq);
    // Records that the journal lacks, whole segments of them included.
    while (this.current ? this.current.segment < segment : (this.left[0] ?? Infinity) <= segment) {
      if (this.current) findings.push(...this.close());
      if ((this.left[0] ?? Infinity) > segment) break;
      await this.open();
    }
    if (this.current?.segment !== segment) return findings;
    const { lines } = this.current;
    findings.push(...this.lacking(Math.min(sq - 1, lines.last)));
    this.until = sq;
    const copy = lines.line(sq);
    if (!copy) return findings;
    this.compared++;
    if (line?.equals(copy) !== true)
      findings.push({ sq, text: 'the archive has another record of this number' });
    return findings;
  }

  /** After the last record: what the archive has behind it. */
  async end(): Promise<Finding[]> {
    if (this.problem !== null) return [{ sq: 0, text: this.problem }];
    const findings = this.close();
    while (this.left.length > 0) {
      await this.open();
      findings.push(...this.close());
    }
    return findings;
  }

  summary(): string {
    if (this.problem !== null) return 'not compared';
    if (this.copy === null) return 'the archive does not have this register';
    const { compared, taken } = this;
    // An archive of one month must not look as if it had all.
    const part = compared < taken ? `${compared.toLocaleString('en-US')} of ` : '';
    return `${part}${counted(taken, 'record')} compared with ${this.copy.name || 'the archive'}`;
  }

  private async open(): Promise<void> {
    const segment = this.left.shift()!;
    this.current = { segment, lines: await this.copy!.read(segment) };
    this.until = firstSqOf(segment) - 1;
  }

  private close(): Finding[] {
    if (!this.current) return [];
    const { lines, segment } = this.current;
    const findings = this.lacking(Math.min(lines.last, lastSqOf(segment)));
    this.current = null;
    return findings;
  }

  private lacking(to: number): Finding[] {
    const from = this.until + 1;
    if (to < from) return [];
    const text = `the archive has ${counted(to - from + 1, 'record')} that the journal does not have`;
    return [{ sq: from, text }];
  }
}

/**
 * The copy that goes furthest the way of the journal: a register whose data went back is there as two,
 * which begin alike (docs/recorder.md). Where none ends as the journal does, the newest one.
 */
async function longest(
  journal: Pick<JournalAudit, 'lineAt'>,
  register: AuditedRegister,
  alike: readonly ArchivedCopy[],
): Promise<ArchivedCopy> {
  let found = { copy: alike.at(-1)!, last: 0 };
  for (const copy of alike) {
    const lines = await copy.read(copy.segments.at(-1)!);
    const { last } = lines;
    const theirs = lines.line(last);
    const own = await journal.lineAt(register, last);
    if (last > found.last && theirs && own?.equals(theirs)) found = { copy, last };
  }
  return found.copy;
}
