/** No transaction number is given twice in a year, and none is lost behind the last one (doc 3, Numbering). */
import type { Finding } from '../countries/contract/audit.ts';
import type { State } from '../countries/contract/state.ts';
import type { Esr } from '../receipt/tra.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';
import type { NumberQuery, Originals } from './originals.ts';

const STATE_KEY = 'TN ';
/** Numbers that are counted on from; others, such as `A-17`, only have to be unique. */
const PLAIN = /^[1-9]\d{0,14}$/;

/** Checks TL, TT and TN, and the numbers that the register goes on from. */
export class NumbersCheck implements Check {
  readonly title = 'Numbers';
  private readonly originals: Pick<Originals, 'byNumber'>;
  private readonly remark: (finding: Finding) => void;
  private numbered = 0;
  private isWhole = true;
  /** Highest plain number by its key in the state. */
  private readonly highest = new Map<string, number>();

  /** @param remark takes gaps: a POS may choose its own numbers, but where it does not a gap means a record less */
  constructor(originals: Pick<Originals, 'byNumber'>, remark: (finding: Finding) => void) {
    this.originals = originals;
    this.remark = remark;
  }

  take({ sq, record }: Entry): Finding[] | Promise<Finding[]> {
    if (record._ !== 'Tra' || !record.ESR) return [];
    this.numbered++;
    const { TL, TT, TN, D } = record.ESR as Required<Esr>;
    const year = D.slice(0, 4);
    const key = `${STATE_KEY}${JSON.stringify([TL, TT, year])}`;
    const number = PLAIN.test(TN) ? Number(TN) : null;
    const highest = this.highest.get(key) ?? 0;
    if (number !== null && number > highest) {
      this.highest.set(key, number);
      if (highest > 0 && number > highest + 1) {
        this.remark({ sq, text: `number ${TL}/${TT}/${TN} follows ${highest}` });
      }
      return [];
    }
    return this.twins(sq, { TL, TT, TN, year });
  }

  private async twins(sq: number, number: NumberQuery): Promise<Finding[]> {
    const twin = await this.originals.byNumber(number, sq);
    if (!twin) return [];
    const { TL, TT, TN } = number;
    return [{ sq, text: `number ${TL}/${TT}/${TN} was given before, to record ${twin.sq}` }];
  }

  lose(): void {
    this.isWhole = false;
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [key, highest] of this.highest) {
      const known = state.get(key);
      if (typeof known === 'number' && known >= highest) continue;
      const text = `the state goes on from ${quoted(known)} for ${key}, the highest number there is ${highest}`;
      findings.push({ sq: 0, text });
    }
    // Higher numbers may be among what cannot be read.
    for (const key of this.isWhole ? state.keys() : []) {
      const known = key.startsWith(STATE_KEY) ? state.get(key) : undefined;
      const highest = this.highest.get(key) ?? 0;
      if (known === undefined || (typeof known === 'number' && known <= highest)) continue;
      // Record and state are written together: the state never knows more than the records.
      const text = `the state knows number ${quoted(known)} of ${key}, the records end with ${highest}: records are missing at the end`;
      findings.push({ sq: 0, text });
    }
    return findings;
  }

  summary(): string {
    return `${counted(this.numbered, 'transaction number')}, and where the register goes on`;
  }
}
