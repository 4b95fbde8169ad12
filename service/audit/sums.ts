/** The sums of a receipt agree (doc 3, Registration validation 1 and 2). */
import type { Finding } from '../countries/contract/audit.ts';
import type { Country } from '../countries/contract/country.ts';
import { amountText, minor } from '../receipt/money.ts';
import { isNonFiscal, isPayment, isPosition, type Esr } from '../receipt/tra.ts';
import { counted, type Check } from './check.ts';
import type { Entry } from './entry.ts';
import { ReportSums } from './report-sums.ts';

/** Checks T against positions with modifiers, payments and taxes, each tax line in itself, and X and Z reports. */
export class SumsCheck implements Check {
  readonly title = 'Sums';
  private receipts = 0;
  private readonly reports = new ReportSums();

  take({ sq, record, country }: Entry): Finding[] {
    const reported = country ? this.reports.take(record, country.currency.digits) : [];
    if (record._ === 'Rep') return reported.map((text) => ({ sq, text }));
    if (record._ !== 'Tra' || !record.ESR) return [];
    if (!country) return [{ sq, text: 'a transaction before the first configuration' }];
    this.receipts++;
    return sumProblems(record.ESR, country).map((text) => ({ sq, text }));
  }

  /** A record could not be read. */
  lose(): void {
    this.reports.lose();
  }

  summary(): string {
    const reports = this.reports.count === 0 ? '' : `, ${counted(this.reports.count, 'report')}`;
    return `positions, payments and taxes of ${counted(this.receipts, 'receipt')}${reports}`;
  }
}

function sumProblems(esr: Esr, country: Country): string[] {
  const digits = country.currency.digits;
  const sum = (items: readonly object[], name: 'Amt' | 'Net') =>
    items.reduce((s, item) => s + minor((item as Record<string, string | undefined>)[name], digits), 0);
  const total = minor(esr.T, digits);
  const problems: string[] = [];
  const compare = (what: string, value: number, expected = total, name = 'T') => {
    if (value === expected) return;
    problems.push(
      `${what} add up to ${amountText(value, digits)}, ${name} is ${amountText(expected, digits)}`,
    );
  };

  const { PosA: positions = [], TaxA: taxes = [] } = esr;
  const payments = (esr.PayA ?? []).filter(isPayment);
  const amounts = positions.filter((p) => p._ !== 'Lin');
  const taxed = positions.filter((p) => isPosition(p) && p.TaxG !== undefined);
  if (positions.length > 0 && esr.TaxN !== '1') compare('positions and modifiers', sum(amounts, 'Amt'));
  if (esr.TaxN === '1' && taxed.length > 0 && taxed.length === positions.filter(isPosition).length) {
    compare('net positions and modifiers', sum(amounts, 'Amt'), sum(taxes, 'Net'), 'the net sum of taxes');
  }
  if (payments.length > 0) compare('payments', sum(payments, 'Amt'));
  else if (total !== 0 && !isNonFiscal(esr) && country.unpaid?.(esr) !== true) {
    problems.push('there are no payments');
  }
  if (taxes.length > 0) compare('taxes', sum(taxes, 'Amt'));
  else if (taxed.length > 0) problems.push('there are no tax lines');
  for (const { TaxG, Net, TAmt, Amt } of taxes) {
    if (minor(Net, digits) + minor(TAmt, digits) !== minor(Amt, digits)) {
      problems.push(`tax line ${TaxG}: ${Net} and ${TAmt} are not ${Amt}`);
    }
  }
  return problems;
}
