/** Slovak tax groups (zákon č. 222/2004 Z. z., § 27). */
import table from '../../../resources/tax/sk.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import { fixedRules, groupsOn, type DatedGroup } from '../base/tax-groups.ts';

/** Where the authority wants to read a rate in the recapitulation of a receipt. */
export type Column = 'basic' | 'reduced' | 'free';

interface Group extends DatedGroup {
  recap: Column;
  /** Abolished: for what goes back to its time alone. */
  old?: boolean;
}

const GROUPS = table.groups as readonly Group[];

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** What a percentage is on a day; null where there is no such rate. */
export function rateOn(day: string, rate: string): { column: Column; isOld: boolean } | null {
  const found = groupsOn(GROUPS, day).find((group) => sameDecimal(group.rate, rate));
  return found ? { column: found.recap, isOld: found.old === true } : null;
}
