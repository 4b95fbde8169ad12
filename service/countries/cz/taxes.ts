/** Czech tax groups (zákon č. 235/2004 Sb., § 47). */
import table from '../../../resources/tax/cz.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { fixedRules, groupsOn, type DatedGroup } from '../base/tax-groups.ts';

interface Group extends DatedGroup {
  /** Column of EET 1; 0 for turnover without VAT. */
  rate3: number;
}

const GROUPS = table.groups as readonly Group[];

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** The column of EET 1 that a tax line belongs to (0 to 3); null for a percentage that there is none of on that day. */
export function columnOf({ Prc = '0' }: Tax, day: string): number | null {
  return groupsOn(GROUPS, day).find(({ rate }) => sameDecimal(rate, Prc))?.rate3 ?? null;
}
