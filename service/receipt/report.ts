/**
 * X and Z reports: what a register has taken in since its last Z. Both are journal
 * records of type `Rep`; a Z begins a new period, an X only looks (doc 2, Journal).
 */
import { currency, isCurrency } from './currency.ts';
import { amountText, minor, readAmount } from './money.ts';
import { sumsOf } from './sums.ts';
import {
  isNonFiscal,
  isPayment,
  isTraining,
  type Esr,
  type JournalRecord,
  type Payment,
  type Tax,
} from './tra.ts';

/** Kind of a report. */
export type ReportKind = 'X' | 'Z';

/** What a register remembers of its last Z. */
export interface LastZ {
  [name: string]: number;
  /** Sequence number of its record. */
  sq: number;
  /** Number, counting from 1. */
  number: number;
}

/** State key of {@link LastZ}. */
export const LAST_Z = 'Z';

/** What a report says; amounts with the currency's digits, numbers are sequence numbers or counts. */
export interface ReportContent {
  /** First and last record of the period. */
  From: number;
  Till: number;
  /** Fiscal receipts of sales without voids, voids, trainings, nonfiscal records. */
  Receipts: number;
  Voids: number;
  Trainings: number;
  NonFiscal: number;
  /** Turnover, taxes and payments of the period. */
  T: string;
  TaxA: Tax[];
  PayA: Payment[];
}

/** The report that a posted transaction asks for, null for none: NFS or NF is Z, closure or X. */
export function reportKind(esr: Esr): ReportKind | null {
  if (esr.Void === '1' || isTraining(esr)) return null;
  const type = (esr.NFS ?? esr.NF)?.toLowerCase();
  if (type === 'z' || type === 'closure') return 'Z';
  return type === 'x' ? 'X' : null;
}

interface TaxSum {
  net: number;
  tax: number;
  gross: number;
}

interface PaymentSum {
  group: string;
  /** Currency of foreign money; undefined for all else. */
  currency: string | undefined;
  /** What the till calls it, by the first payment. */
  name: string;
  /** Others are called otherwise. */
  isMixed: boolean;
  amount: number;
  /** Smallest units of the currency; null where a payment does not say how much, as versions before took it. */
  foreign: number | null;
}

/** Sums over the records of a period, which come in order of SQ. */
export class PeriodSums {
  /** First record that is not summed up yet. */
  next: number;
  private readonly first: number;
  private counts = { Receipts: 0, Voids: 0, Trainings: 0, NonFiscal: 0 };
  private total = 0;
  private taxes = new Map<string, TaxSum>();
  private payments = new Map<string, PaymentSum>();

  /** @param first sequence number that the period begins with */
  constructor(first: number) {
    this.first = first;
    this.next = first;
  }

  /** The same sums, to go on from independently. */
  copy(): PeriodSums {
    const copy = new PeriodSums(this.first);
    copy.next = this.next;
    copy.counts = { ...this.counts };
    copy.total = this.total;
    copy.taxes = new Map([...this.taxes].map(([key, sum]) => [key, { ...sum }]));
    copy.payments = new Map([...this.payments].map(([key, sum]) => [key, { ...sum }]));
    return copy;
  }

  /**
   * Adds a record.
   * @param digits of the currency, in which a register with receipts stays
   */
  take(record: JournalRecord, digits: number): void {
    this.next = record.SQ + 1;
    const { _: type, ESR: esr } = record;
    if (type !== 'Tra' || !esr) return;
    if (isTraining(esr)) this.counts.Trainings++;
    else if (isNonFiscal(esr)) this.counts.NonFiscal++;
    else if (record.Counts === 'payments') this.addPayments(esr, digits);
    else if (record.Counts !== 'nothing') this.add(record, esr, digits);
  }

  private add(record: JournalRecord, esr: Esr, digits: number): void {
    this.counts[esr.Void === '1' ? 'Voids' : 'Receipts']++;
    this.total += sumsOf(record, digits)?.total ?? 0;
    for (const { TaxG = '', Prc = '', Net, TAmt, Amt } of esr.TaxA ?? []) {
      const key = JSON.stringify([TaxG, Prc]);
      const sum = this.taxes.get(key) ?? { net: 0, tax: 0, gross: 0 };
      sum.net += minor(Net, digits);
      sum.tax += minor(TAmt, digits);
      sum.gross += minor(Amt, digits);
      this.taxes.set(key, sum);
    }
    this.addPayments(esr, digits);
  }

  private addPayments(esr: Esr, digits: number): void {
    for (const { PayG = 'cash', Dsc = PayG, Amt, CC, FAmt } of (esr.PayA ?? []).filter(isPayment)) {
      // What is in the drawer is counted by currency.
      const code = PayG === 'foreign' && isCurrency(CC) ? CC : undefined;
      const key = JSON.stringify([PayG, code ?? '']);
      const none = { group: PayG, currency: code, name: Dsc, isMixed: false, amount: 0, foreign: 0 };
      const sum = this.payments.get(key) ?? none;
      sum.isMixed ||= sum.name !== Dsc;
      sum.amount += minor(Amt, digits);
      const given = readAmount(FAmt ?? '', currency(code ?? '').digits);
      sum.foreign = sum.foreign === null || 'error' in given ? null : sum.foreign + given.minor;
      this.payments.set(key, sum);
    }
  }

  /** Payments as reports of versions before have them: foreign money in one, and each under its first name. */
  earlierPayments(digits: number): Payment[] {
    const sums = new Map<string, { name: string; amount: number }>();
    for (const { group, name, amount } of this.payments.values()) {
      const sum = sums.get(group) ?? { name, amount: 0 };
      sums.set(group, { ...sum, amount: sum.amount + amount });
    }
    return [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([PayG, { name, amount }]) => ({ _: 'Pay', Dsc: name, PayG, Amt: amountText(amount, digits) }));
  }

  /** What a report of the period says. */
  content(digits: number): ReportContent {
    const text = (amount: number) => amountText(amount, digits);
    const sorted = <T>(sums: ReadonlyMap<string, T>) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      From: this.first,
      Till: this.next - 1,
      ...this.counts,
      T: text(this.total),
      TaxA: sorted(this.taxes).map(([key, { net, tax, gross }]) => {
        const [TaxG, Prc] = JSON.parse(key) as [string, string];
        return { _: 'Tax', TaxG, Prc, Net: text(net), TAmt: text(tax), Amt: text(gross) };
      }),
      PayA: [...this.payments.values()]
        .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
        .map(({ group, currency: CC, name, isMixed, amount, foreign }) => ({
          ...{ _: 'Pay', Dsc: isMixed ? group : name, PayG: group, Amt: text(amount) },
          ...(CC !== undefined && { CC }),
          ...(CC !== undefined && foreign !== null && { FAmt: amountText(foreign, currency(CC).digits) }),
        })),
    };
  }
}

/** By group, then by currency; no group has a control character. */
function sortKey({ group, currency: code = '' }: PaymentSum): string {
  return `${group}\u0000${code}`;
}
