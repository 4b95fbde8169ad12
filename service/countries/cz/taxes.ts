/** Czech tax groups (zákon č. 235/2004 Sb., § 47). */
import table from '../../../resources/tax/cz.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';

interface Group extends TaxGroup {
  /** Column of EET 1; 0 for turnover without VAT. */
  rate3: number;
  /** First and last day, `YYYY-MM-DD`. */
  from?: string;
  till?: string;
}

const GROUPS = table.groups as readonly Group[];

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return {
    fixed: true,
    byName: (name) => groupsOn(day).find(({ group }) => group === name) ?? null,
    byRate: (rate) => groupsOn(day).find((group) => sameDecimal(group.rate, rate)) ?? null,
  };
}

/** The column of EET 1 that a tax line belongs to (0 to 3); null for a percentage that there is none of on that day. */
export function columnOf({ Prc = '0' }: Tax, day: string): number | null {
  return groupsOn(day).find(({ rate }) => sameDecimal(rate, Prc))?.rate3 ?? null;
}

function groupsOn(day: string): readonly Group[] {
  return GROUPS.filter(({ from = '', till = '9999' }) => from <= day && day <= till);
}
