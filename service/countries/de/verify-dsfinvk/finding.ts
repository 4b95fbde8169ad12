/** What the check of an export finds wrong. */
import type { ExportFinding } from '../../contract/audit.ts';

/** Findings of one kind in one file that are told; the others are counted. */
const MOST_ALIKE = 20;

/** Collects findings: a mistake that repeats itself is told often enough to be seen, not a million times. */
export class Findings {
  readonly list: ExportFinding[] = [];
  /** Findings that were not told. */
  more = 0;
  /** Worth a look and no mistake. */
  readonly remarks: ExportFinding[] = [];
  private readonly counts = new Map<string, number>();

  /** Adds a remark. */
  remark(file: string, text: string): void {
    this.remarks.push({ file, record: 0, text });
  }

  /**
   * Adds one.
   * @param kind findings of one kind are alike
   */
  add(kind: string, file: string, record: number, text: string): void {
    const id = `${kind}\n${file}`;
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    if (count > MOST_ALIKE) this.more++;
    else this.list.push({ file, record, text });
  }
}
