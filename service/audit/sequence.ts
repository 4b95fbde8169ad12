/** Records are numbered without gaps from 1, and each says itself which one it is. */
import type { Finding } from '../countries/contract/audit.ts';
import type { Range } from '../journal/lines.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

/** Checks SQ and RN, and notes where the clock went back. */
export class SequenceCheck implements Check {
  readonly title = 'Sequence';
  private readonly rn: string;
  private readonly remark: (finding: Finding) => void;
  private last = 0;
  private records = 0;
  private times: { first: string; last: string } | null = null;

  /** @param remark takes what is worth a look and no mistake: clocks are put right, and go back each October */
  constructor(rn: string, remark: (finding: Finding) => void) {
    this.rn = rn;
    this.remark = remark;
  }

  /** Counts a row, readable or not. */
  number(sq: number): Finding[] {
    this.records++;
    if (sq < 1) return [{ sq, text: 'numbers begin with 1' }];
    // What is left of records that cannot be read.
    if (sq <= this.last) return [];
    return this.goTo(sq, sq);
  }

  /** Passes over records that cannot be read; that is a finding of its own. */
  pass({ from, to }: Range): Finding[] {
    return this.goTo(from, to);
  }

  private goTo(from: number, to: number): Finding[] {
    const expected = this.last + 1;
    this.last = to;
    if (from === expected) return [];
    const missing =
      from === expected + 1 ? `record ${expected} is` : `records ${expected} to ${from - 1} are`;
    return [{ sq: expected, text: `${missing} missing` }];
  }

  take({ sq, record }: Entry): Finding[] {
    const findings: Finding[] = [];
    if (record.SQ !== sq) {
      findings.push({ sq, text: `the record says of itself that it is number ${quoted(record.SQ)}` });
    }
    if (record.RN !== this.rn) {
      findings.push({ sq, text: `the record says of itself that it is of register ${quoted(record.RN)}` });
    }
    if (this.times && record.D < this.times.last) {
      const text = `registered at ${record.D}, after a record of ${this.times.last}: the clock went back`;
      this.remark({ sq, text });
    }
    this.times = { first: this.times?.first ?? record.D, last: record.D };
    return findings;
  }

  summary(): string {
    const times = this.times ? `, ${this.times.first} to ${this.times.last}` : '';
    return `${counted(this.records, 'record')}${times}`;
  }
}
