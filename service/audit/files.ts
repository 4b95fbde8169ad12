/** The journal files say the same as the records: a second copy that somebody would have to change as well. */
import type { Finding } from '../countries/contract/audit.ts';
import type { AuditedRegister, JournalAudit, StoredRecord } from '../journal/audit/audit.ts';
import type { SegmentLines } from '../journal/audit/lines.ts';
import { firstSqOf, lastSqOf, segmentName, segmentOf } from '../journal/segments/name.ts';
import { counted } from './check.ts';

/** A file that is being compared. */
interface Comparison {
  segment: number;
  file: string;
  /** Null when there is nothing to compare with. */
  lines: SegmentLines | null;
  /** Last record of the database so far. */
  until: number;
  /** Lines that say something else than their record: first one, and how many. */
  other: { first: number; count: number };
  /** Lines without a record in the database. */
  alone: { first: number; count: number };
}

/** Missing files that are named. */
const MOST_NAMED = 5;

/**
 * Compares the files of one register line by line. The compressed file of an
 * archived segment is where its records come from; there is nothing to compare
 * it with.
 */
export class FilesCheck {
  readonly title = 'Files';
  private readonly journal: Pick<JournalAudit, 'files'>;
  private readonly folder: string;
  private readonly lastSegment: number;
  private readonly remark: (finding: Finding) => void;
  private current: Comparison | null = null;
  private compared = 0;
  private readonly missing: number[] = [];
  /** Records of files that were kept aside, until the one of the database was seen. */
  private aside: Map<number, { file: string; text: string }[]> | null = null;

  /** @param remark takes what is no mistake: files that the service writes at its next start */
  constructor(
    journal: Pick<JournalAudit, 'files'>,
    { folder }: AuditedRegister,
    lastSq: number,
    remark: (finding: Finding) => void,
  ) {
    this.journal = journal;
    this.folder = folder;
    this.lastSegment = segmentOf(lastSq);
    this.remark = remark;
  }

  /** Takes the next record, readable or not. */
  take(stored: StoredRecord, isArchived: boolean): Finding[] | Promise<Finding[]> {
    const segment = segmentOf(stored.sq);
    if (this.aside && this.current?.segment === segment) {
      this.compare(stored);
      return this.asideFindings(stored, this.aside);
    }
    return this.takeFirst(stored, segment, isArchived);
  }

  /** The first record of a segment. */
  private async takeFirst(stored: StoredRecord, segment: number, isArchived: boolean): Promise<Finding[]> {
    this.aside ??= await this.keptAside();
    const findings = this.asideFindings(stored, this.aside);
    findings.push(...this.close(), ...(await this.open(segment, isArchived)));
    this.compare(stored);
    return findings;
  }

  private asideFindings({ sq, line }: StoredRecord, aside: NonNullable<typeof this.aside>): Finding[] {
    const lines = aside.get(sq);
    if (!lines) return [];
    aside.delete(sq);
    const different = lines.filter(({ text }) => line?.toString('utf8') !== text);
    return different.map(({ file }) => ({
      sq,
      text: `${file}, kept aside, has another record of this number`,
    }));
  }

  /** Compares a record with its line; what is wrong is told at the end of the file. */
  private compare({ sq, line }: StoredRecord): void {
    const { lines, until, other, alone } = this.current!;
    if (!lines) return;
    note(alone, until + 1, Math.min(sq - 1, lines.last));
    this.current!.until = sq;
    const copy = lines.line(sq);
    if (copy) this.compared++;
    if (copy && line?.equals(copy) !== true) note(other, sq, sq);
  }

  async end(): Promise<Finding[]> {
    const findings = this.close();
    // A register without records has had no turn yet.
    this.aside ??= await this.keptAside();
    for (const [sq, lines] of this.aside) {
      const text = `${lines[0]!.file}, kept aside, has a record that the database does not have`;
      findings.push({ sq, text });
    }
    for (const segment of [...this.files.keys()].sort((a, b) => a - b)) {
      if (segment <= this.lastSegment) continue;
      const text = `there is a file ${segmentName(segment)} for records behind the last one of the database`;
      findings.push({ sq: 0, text });
    }
    if (this.files.size > 0 && this.missing.length > 0) {
      const names = this.missing.slice(0, MOST_NAMED).map(segmentName).join(', ');
      const more = this.missing.length > MOST_NAMED ? ` and ${this.missing.length - MOST_NAMED} more` : '';
      this.remark({ sq: 0, text: `journal files are not there: ${names}${more}` });
    }
    return findings;
  }

  summary(): string {
    if (this.files.size === 0) return 'there are none beside the database';
    return `${counted(this.compared, 'line')} of journal files compared`;
  }

  private async keptAside(): Promise<NonNullable<typeof this.aside>> {
    const found: NonNullable<typeof this.aside> = new Map();
    for await (const { sq, ...line } of this.journal.files.aside(this.folder)) {
      found.set(sq, [...(found.get(sq) ?? []), line]);
    }
    return found;
  }

  private get files() {
    return this.journal.files.in(this.folder);
  }

  private async open(segment: number, isArchived: boolean): Promise<Finding[]> {
    const empty = () => ({ first: 0, count: 0 });
    const until = firstSqOf(segment) - 1;
    this.current = { segment, file: '', lines: null, until, other: empty(), alone: empty() };
    const size = this.files.get(segment);
    if (isArchived && typeof size !== 'number') return [];
    if (size === undefined) {
      // The newest one may still have to be written.
      if (segment < this.lastSegment) this.missing.push(segment);
      return [];
    }
    const content = await this.journal.files.read(this.folder, segment);
    if ('problem' in content) return [{ sq: until + 1, text: `${content.file} ${content.problem}` }];
    this.current = { ...this.current, ...content };
    return [];
  }

  private close(): Finding[] {
    const { segment, file, lines, until, other, alone } = this.current ?? {};
    if (!lines || segment === undefined) return [];
    note(alone!, until! + 1, lines.last);
    const findings: Finding[] = [];
    if (other!.count > 0) {
      const text = `${file} says something else than ${counted(other!.count, 'record')}`;
      findings.push({ sq: other!.first, text });
    }
    if (alone!.count > 0) {
      const text = `${file} has ${counted(alone!.count, 'line')} that the database does not have`;
      findings.push({ sq: alone!.first, text });
    }
    if (segment < this.lastSegment && lines.last < lastSqOf(segment)) {
      this.remark({ sq: Math.max(lines.last, 0), text: `${file} ends here` });
    }
    return findings;
  }
}

/** Adds the lines of a range. */
function note(lines: Comparison['alone'], from: number, to: number): void {
  if (to < from) return;
  if (lines.count === 0) lines.first = from;
  lines.count += to - from + 1;
}
