/** What an audit found, in the shape that `--json` prints. */
import type { Finding } from '../countries/contract/audit.ts';

/** Findings that are kept per register; more are counted. */
export const MOST_FINDINGS = 101;
/** Remarks that are kept per register. */
const MOST_REMARKS = 20;

/** A finding with its place. */
export interface PlacedFinding extends Finding {
  /** Fiscal number of the record, null when it has none. */
  fn: string | null;
  /** The matter that was checked, e.g. `Sums`. */
  check: string;
}

/** A matter that was checked. */
export interface CheckResult {
  title: string;
  /** What was checked, for people. */
  summary: string;
  /** Number of findings. */
  findings: number;
}

/** One register. */
export interface RegisterReport {
  rn: string;
  /** Rows read. */
  records: number;
  checks: CheckResult[];
  /** In order of discovery, at most {@link MOST_FINDINGS}. */
  findings: PlacedFinding[];
  /** All of them, the ones left out included. */
  findingCount: number;
  /** Worth a look and no mistake, at most {@link MOST_REMARKS}. */
  remarks: Finding[];
  remarkCount: number;
}

/** The whole journal. */
export interface Report {
  ok: boolean;
  /** The journal file. */
  journal: string;
  registers: RegisterReport[];
  /** What is wrong with the database as a whole. */
  database: string[];
  /** About the whole, worth a look and no mistake. */
  remarks: string[];
}

/** Collects the findings of one register. */
export class Findings {
  readonly kept: PlacedFinding[] = [];
  readonly remarks: Finding[] = [];
  count = 0;
  remarkCount = 0;
  private readonly byCheck = new Map<string, number>();

  /** @param fn fiscal number of the record that was looked at */
  add(check: string, findings: readonly Finding[], fn: string | null): void {
    for (const { sq, text } of findings) {
      this.count++;
      this.byCheck.set(check, (this.byCheck.get(check) ?? 0) + 1);
      if (this.kept.length < MOST_FINDINGS) this.kept.push({ sq, fn, check, text });
    }
  }

  remark(finding: Finding): void {
    this.remarkCount++;
    if (this.remarks.length < MOST_REMARKS) this.remarks.push(finding);
  }

  /** Number of findings of a check. */
  of(check: string): number {
    return this.byCheck.get(check) ?? 0;
  }
}
