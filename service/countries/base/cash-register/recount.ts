/** Counts the records of a cash register anew, and holds its reports and its state against that. */
import type { State } from '../../contract/state.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import type { Keys } from './books.ts';
import type { Entry, ReportEntry } from './entry.ts';
import {
  addEvent,
  addReported,
  addTransaction,
  count,
  grandFrom,
  NO_GRAND,
  noSums,
  sumsFrom,
  withTransaction,
  type Sums,
} from './sums.ts';
import type { Transaction } from './transaction.ts';

/** Whether sums are those of the records. Versions before counted neither price inquiries by groups nor services. */
function isSame(kept: Sums | undefined, counted: Sums): boolean {
  if (!kept) return false;
  const { inquiries, ...without } = withoutServices(counted);
  const own = withoutServices(kept);
  const said = own.inquiries === undefined || inquiries === undefined ? without : { ...without, inquiries };
  return JSON.stringify(own) === JSON.stringify(said);
}

function withoutServices({ services: _, ...sums }: Sums): Omit<Sums, 'services'> {
  return sums;
}

/** See above. */
export class Recount {
  /** Reports so far. */
  reports = 0;
  private readonly keys: Keys;
  private readonly counted: readonly ('X' | 'Z')[];
  private numbered = 0;
  private sums = noSums();
  private grand = NO_GRAND;

  /** @param counted reports that share one series of numbers */
  constructor(keys: Keys, counted: readonly ('X' | 'Z')[] = ['X', 'Z']) {
    this.keys = keys;
    this.counted = counted;
  }

  /** Counts a transaction. */
  transaction(made: Transaction): void {
    addTransaction(this.sums, made);
    this.grand = withTransaction(this.grand, made);
  }

  /** Counts an event. @param amount minor units */
  event(code: string, amount: number): void {
    addEvent(this.sums, code, amount);
  }

  /** Counts an event that a POS has sent. */
  reported(code: string, esr: CompleteEsr): void {
    addReported(this.sums, code, esr);
  }

  /** Counts a sale that was given up. @param amount minor units */
  correction(amount: number): void {
    count(this.sums, 'corrections', amount);
  }

  /** What is wrong with a report. */
  report({ report }: Entry, kind: ReportEntry['kind']): string[] {
    this.reports++;
    const number = this.numbered + 1;
    if (this.counted.includes(kind)) this.numbered = number;
    const problems: string[] = [];
    if (report?.kind !== kind || report.number !== number)
      problems.push(`it is not report ${number} of the register`);
    if (!isSame(report?.sums, this.sums)) problems.push('its sums are not those of the records before');
    const { sales, returns } = report?.grand ?? {};
    if (sales !== this.grand.sales || returns !== this.grand.returns)
      problems.push('its grand totals are not those of the records before');
    if (kind === 'Z') this.sums = noSums();
    return problems;
  }

  /** What is wrong with the state that the register goes on from. */
  end(state: State): string[] {
    const problems: string[] = [];
    if (!isSame(sumsFrom(state.get(this.keys.sums)), this.sums))
      problems.push('the sums of the open period are not those of its records');
    const { sales, returns } = grandFrom(state.get(this.keys.grand));
    if (sales !== this.grand.sales || returns !== this.grand.returns)
      problems.push(`the grand totals are ${sales} and ${returns}, those of the records differ`);
    return problems;
  }
}
