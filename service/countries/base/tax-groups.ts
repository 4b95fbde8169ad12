/** Tax groups of a country as its table in `resources/tax` has them, some of them for a time only. */
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';

/** A group with its first and last day, `YYYY-MM-DD`; missing: always. */
export interface DatedGroup extends TaxGroup {
  from?: string;
  till?: string;
}

/** Whether what has a first and a last day counts on a day, `YYYY-MM-DD`. */
export function isValidOn(
  { from = '', till = '9999' }: Pick<DatedGroup, 'from' | 'till'>,
  day: string,
): boolean {
  return from <= day && day <= till;
}

/** Groups that are valid on a day, `YYYY-MM-DD`. */
export function groupsOn<Group extends DatedGroup>(groups: readonly Group[], day: string): readonly Group[] {
  return groups.filter((group) => isValidOn(group, day));
}

/** Rules of a country that has these groups and no others. @param groups those of a day */
export function fixedRules(groups: readonly TaxGroup[]): TaxRules {
  return {
    fixed: true,
    byName: (name) => groups.find(({ group }) => group === name) ?? null,
    byRate: (rate) => groups.find((group) => sameDecimal(group.rate, rate)) ?? null,
  };
}

/** The group of a completed tax line: of its name and percentage, else of its percentage alone; null for none. */
export function groupOfLine<Group extends TaxGroup>(
  { TaxG, Prc = '0' }: Tax,
  groups: readonly Group[],
): Group | null {
  const fitting = groups.filter(({ rate }) => sameDecimal(rate, Prc));
  return fitting.find(({ group }) => group === TaxG) ?? fitting[0] ?? null;
}
