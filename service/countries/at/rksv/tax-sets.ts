/**
 * Austrian tax groups, and the five sums of the machine-readable code from the tax
 * lines of a receipt (doc 3, "Tax group assignment"; RKSV § 9). The percentages
 * are data: those delivered, and what the shop has set from a day on.
 */
import table from '../../../../resources/tax/at.json' with { type: 'json' };
import { decimalText, minor } from '../../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../../receipt/taxes.ts';
import type { Tax } from '../../../receipt/tra.ts';
import { isValidOn } from '../../base/tax-groups.ts';
import { NO_TURNOVER, type SetName, type TaxSets } from './machine-code.ts';

/** A percentage with the sum it counts in. */
export interface TaxRate {
  set: SetName;
  /** Letter of the receipt format, A to E; without one only the percentage stands for it. */
  group?: string;
  /** Decimal text in its shortest form. */
  rate: string;
  /** First and last day, `YYYY-MM-DD`; without them since or for ever. */
  from?: string;
  till?: string;
}

/** The percentages of an installation; of two for the same group the later one holds. */
export type TaxTable = readonly TaxRate[];

/** The percentages as delivered. */
export const DEFAULT_TABLE = table.rates as TaxTable;

/** The percentages with those that the shop has set. */
export function withOwnRates(own: readonly TaxRate[]): TaxTable {
  const byDay = [...own].sort((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  return [...DEFAULT_TABLE, ...byDay];
}

/** Tax groups valid on a day. A percentage without a group of its own has its text as group. */
export function rulesOn(day: string, rates: TaxTable = DEFAULT_TABLE): TaxRules {
  return {
    fixed: true,
    byName: (name) => named(rates.filter((r) => r.group === name && isValidOn(r, day)).at(-1)),
    byRate: (rate) => {
      const wanted = decimalText(rate);
      return named(rates.filter((r) => r.rate === wanted && isMeant(r, day, rates)).at(-1));
    },
  };
}

/**
 * Adds up the tax lines of a receipt by the sums of the code.
 * @param day of the receipt, `YYYY-MM-DD`
 * @returns cents; warnings (English) about percentages that nobody knows: they count as special
 */
export function taxSetsOf(
  taxes: readonly Tax[],
  day: string,
  rates: TaxTable = DEFAULT_TABLE,
): { sets: TaxSets; warnings: string[] } {
  const sets: Record<SetName, number> = { ...NO_TURNOVER };
  const warnings: string[] = [];
  taxes.forEach((tax, i) => {
    const set = setOf(tax, day, rates);
    sets[set ?? 'special'] += minor(tax.Amt, 2);
    if (set === null) {
      warnings.push(
        `ESR.TaxA[${i}].Prc: ${tax.Prc}% is no Austrian tax rate; its turnover counts as Betrag-Satz-Besonders`,
      );
    }
  });
  return { sets, warnings };
}

/**
 * The sum that a tax line counts in; null when nobody knows its percentage. The
 * percentage decides, whenever it was valid: a return has that of its sale. The
 * group decides between sums that have had the same percentage, and E takes any.
 */
function setOf({ TaxG, Prc = '' }: Tax, day: string, rates: TaxTable): SetName | null {
  const rate = Prc === '' ? '0' : decimalText(Prc);
  const same = rates.filter((r) => r.rate === rate);
  const found =
    same.findLast((r) => r.group !== undefined && r.group === TaxG) ??
    same.findLast((r) => isMeant(r, day, rates)) ??
    same.at(-1);
  return found?.set ?? rates.find((r) => r.set === 'special' && r.group === TaxG)?.set ?? null;
}

function named(rate: TaxRate | undefined): TaxGroup | null {
  return rate?.group === undefined ? null : { group: rate.group, rate: rate.rate };
}

/** True for a percentage that is in force on a day: with a group, the one that the group has then. */
function isMeant(rate: TaxRate, day: string, rates: TaxTable): boolean {
  if (!isValidOn(rate, day)) return false;
  return (
    rate.group === undefined || rates.findLast((r) => r.group === rate.group && isValidOn(r, day)) === rate
  );
}
