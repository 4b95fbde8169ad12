/** Hungarian tax groups: the VAT collectors of fiscal printers (48/2013 NGM, annex 2). */
import table from '../../../resources/tax/hu.json' with { type: 'json' };
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine, groupsOn, type DatedGroup } from '../base/tax-groups.ts';
import type { VatLine } from '../contract/vat.ts';

interface Group extends DatedGroup {
  /** Of the collector in the printer. */
  index: number;
}

const GROUPS = table.groups as readonly Group[];

/** All groups that there are. */
export const TAX_GROUPS: readonly Pick<Group, 'group' | 'rate' | 'index'>[] = [...GROUPS].sort(
  (a, b) => a.index - b.index,
);

/** Tax groups valid on a day (`YYYY-MM-DD`); 0 % without a group is exempt by its kind (E). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** The group of a completed tax line: by its name, else by its percentage; null for one that there is none of. */
export function groupOf(line: Tax, day: string): Group['group'] | null {
  return groupOfLine(line, groupsOn(GROUPS, day))?.group ?? null;
}

/** Number of a group's collector in the printer. */
export function collectorIndex(group: string): number | null {
  return GROUPS.find((one) => one.group === group)?.index ?? null;
}

/** {@link CountryVat.vatLine} of Hungary. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  return TaxG === 'E' ? { category: 'E' } : TaxG === 'D' ? { category: 'O' } : null;
}
