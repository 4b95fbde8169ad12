/**
 * The order of receipts: the start receipt first, times that do not go back, a
 * collective receipt behind each outage of the signature unit, and zero receipts
 * at the end of months and years (RKSV §§ 6, 8 and 17).
 */
import { error, warning, type Problem } from './finding.ts';
import type { ReadFields } from './read-receipt.ts';

/** What the order of receipts goes by. */
export type Ordered = Pick<ReadFields, 'sets' | 'counter' | 'time'> & {
  /** Marked as issued during an outage. */
  outage: boolean;
};

/** True for a zero receipt (Nullbeleg). */
export function isZero({ sets, counter }: Pick<ReadFields, 'sets' | 'counter'>): boolean {
  return counter !== 'training' && counter !== 'void' && sets?.every((sum) => sum === 0n) === true;
}

/** Problems of the first receipt of a register, but for its chain value and its counter. */
export function startProblems(receipt: Ordered): Problem[] {
  const problems: Problem[] = [];
  if (!isZero(receipt))
    problems.push(error('order', null, 'the first receipt is no start receipt: it is no zero receipt'));
  if (receipt.outage) problems.push(error('order', 13, 'the start receipt is not signed'));
  return problems;
}

/** Follows the receipts of one register. */
export class OrderCheck {
  private time = '';
  /** Signed receipts since the last one of an outage, while the collective receipt is missing; -1: none is. */
  private sinceOutage = -1;
  /** Month of the last turnover without a zero receipt behind it; empty: none. */
  private openMonth = '';
  /** Year of the last turnover without a signed zero receipt behind it; empty: none. */
  private openYear = '';

  take(receipt: Ordered): Problem[] {
    return [
      ...this.timeProblems(receipt.time),
      ...this.outageProblems(receipt),
      ...this.periodProblems(receipt),
    ];
  }

  /** What is still missing behind the last receipt. */
  end(): Problem[] {
    if (this.sinceOutage !== 1) return [];
    return [
      warning('order', null, 'the last receipt must be followed by the collective receipt of an outage'),
    ];
  }

  private timeProblems(time: string | null): Problem[] {
    if (time === null) return [];
    const before = this.time;
    this.time = time;
    if (time >= before) return [];
    const text = `${time} is before the time of the receipt before, ${before}`;
    return isRepeatedHour(before) && isRepeatedHour(time) && time.slice(0, 10) === before.slice(0, 10)
      ? [warning('time', 4, `${text}, in the hour that comes twice when summer time ends`)]
      : [error('time', 4, text)];
  }

  /** The first or second receipt behind an outage is the collective one: a signed zero receipt. */
  private outageProblems(receipt: Ordered): Problem[] {
    const { sinceOutage } = this;
    const missing = error(
      'order',
      null,
      'behind an outage neither the first nor the second receipt is a signed zero receipt',
    );
    if (receipt.outage) {
      this.sinceOutage = 0;
      return sinceOutage === 1 ? [missing] : [];
    }
    if (sinceOutage < 0) return [];
    this.sinceOutage = isZero(receipt) || sinceOutage === 1 ? -1 : 1;
    return !isZero(receipt) && sinceOutage === 1 ? [missing] : [];
  }

  /**
   * Before the first turnover of a month stands a zero receipt that follows the
   * last turnover of the month before; for a year it must be signed. Training is
   * no turnover. A law, but not a property of the DEP: the official tool passes it.
   */
  private periodProblems(receipt: Ordered): Problem[] {
    const { time, counter, outage } = receipt;
    if (time === null || counter === 'training') return [];
    if (isZero(receipt)) {
      this.openMonth = '';
      if (!outage) this.openYear = '';
      return [];
    }
    const [month, year] = [time.slice(0, 7), time.slice(0, 4)];
    const { openMonth, openYear } = this;
    [this.openMonth, this.openYear] = [month, year];
    if (openYear !== '' && openYear < year) {
      return [warning('order', null, `before it a signed annual receipt of ${openYear} is missing`)];
    }
    if (openMonth === '' || openMonth >= month) return [];
    return [warning('order', null, `before it a monthly receipt of ${openMonth} is missing`)];
  }
}

/** True for the hour from two to three on the last Sunday of October. */
function isRepeatedHour(time: string): boolean {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number) as [number, number, number];
  const sunday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() === 0;
  return month === 10 && day > 24 && sunday && time.slice(11, 13) === '02';
}
