/** Slovak tax groups (zákon č. 222/2004 Z. z., § 27). */
import table from '../../../resources/tax/sk.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';

/** Where the authority wants to read a rate in the recapitulation of a receipt. */
export type Column = 'basic' | 'reduced' | 'free';

interface Group extends TaxGroup {
  recap: Column;
  /** Abolished: for what goes back to its time alone. */
  old?: boolean;
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

/** What a percentage is on a day; null where there is no such rate. */
export function rateOn(day: string, rate: string): { column: Column; isOld: boolean } | null {
  const found = groupsOn(day).find((group) => sameDecimal(group.rate, rate));
  return found ? { column: found.recap, isOld: found.old === true } : null;
}

function groupsOn(day: string): readonly Group[] {
  return GROUPS.filter(({ from = '', till = '9999' }) => from <= day && day <= till);
}
