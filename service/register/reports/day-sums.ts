/** What a day came to: by hour, and with what was taken back or given back apart, as the control page shows it. */
import { amountText } from '../../receipt/money.ts';
import { PeriodSums } from '../../receipt/report.ts';
import { sumsOf } from '../../receipt/sums.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { paymentGroup } from '../messages.ts';
import type { DayContent, Share } from '../wire.ts';

const HOURS = 24;

/** Receipts and their amount, minor units. */
interface Part {
  count: number;
  amount: number;
}

/** Sums over the records of a day, which come in order of SQ. */
export class DaySums {
  private readonly digits: number;
  private readonly period = new PeriodSums(1);
  private readonly parts = { sales: nothing(), credits: nothing(), voids: nothing() };
  private readonly hours = Array.from({ length: HOURS }, nothing);

  /** @param digits of the currency */
  constructor(digits: number) {
    this.digits = digits;
  }

  /** Adds a record. */
  take(record: JournalRecord): void {
    this.period.take(record, this.digits);
    const sums = sumsOf(record, this.digits);
    const { D, Void } = record.ESR ?? {};
    if (sums?.receipts !== 1) return;
    add(this.parts[Void === '1' ? 'voids' : sums.total < 0 ? 'credits' : 'sales'], sums.total);
    const hour = this.hours[Number(D?.slice(11, 13))];
    if (hour) add(hour, sums.total);
  }

  /**
   * What the records came to.
   * @param language of groups of payments without a name, or with several
   */
  content(language: string): DayContent {
    const share = ({ count, amount }: Part): Share => ({ count, amount: amountText(amount, this.digits) });
    const { T, TaxA, PayA, Trainings, NonFiscal } = this.period.content(this.digits);
    return {
      total: T,
      sales: share(this.parts.sales),
      credits: share(this.parts.credits),
      voids: share(this.parts.voids),
      trainings: Trainings,
      nonFiscal: NonFiscal,
      hours: this.hours.map(share),
      taxes: TaxA.map(({ TaxG = '', Prc = '', Net = '', TAmt = '', Amt = '' }) => ({
        ...{ group: TaxG, rate: Prc, net: Net, tax: TAmt, gross: Amt },
      })),
      payments: PayA.map(({ PayG = '', Dsc = '', Amt = '', CC }) => ({
        ...{ group: PayG, amount: Amt },
        name: [Dsc === PayG ? paymentGroup(language, PayG) : Dsc, CC].filter(Boolean).join(' '),
      })),
    };
  }
}

function nothing(): Part {
  return { count: 0, amount: 0 };
}

function add(part: Part, amount: number): void {
  part.count++;
  part.amount += amount;
}
