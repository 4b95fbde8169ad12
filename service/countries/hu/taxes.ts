/** Hungarian tax groups: the VAT collectors of fiscal printers (48/2013 NGM, annex 2). */
import table from '../../../resources/tax/hu.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import type { VatLine } from '../contract/vat.ts';

interface Group extends TaxGroup {
  /** Of the collector in the printer. */
  index: number;
  /** First day, `YYYY-MM-DD`. */
  from?: string;
}

const GROUPS = table.groups as readonly Group[];

/** All groups that there are. */
export const TAX_GROUPS: readonly Pick<Group, 'group' | 'rate' | 'index'>[] = [...GROUPS].sort(
  (a, b) => a.index - b.index,
);

/** Tax groups valid on a day (`YYYY-MM-DD`); 0 % without a group is exempt by its kind (E). */
export function rulesOn(day: string): TaxRules {
  const valid = GROUPS.filter(({ from = '' }) => from <= day);
  return {
    fixed: true,
    byName: (name) => valid.find(({ group }) => group === name) ?? null,
    byRate: (rate) => valid.find((g) => sameDecimal(g.rate, rate)) ?? null,
  };
}

/** The group of a completed tax line: by its name, else by its percentage; null for one that there is none of. */
export function groupOf({ TaxG = '', Prc = '0' }: Tax, day: string): Group['group'] | null {
  const rules = rulesOn(day);
  const named = rules.byName(TaxG);
  if (named && sameDecimal(named.rate, Prc)) return named.group;
  return rules.byRate(Prc)?.group ?? null;
}

/** Number of a group's collector in the printer. */
export function collectorIndex(group: string): number | null {
  return GROUPS.find((one) => one.group === group)?.index ?? null;
}

/** {@link CountryVat.vatLine} of Hungary. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  return TaxG === 'E' ? { category: 'E' } : TaxG === 'D' ? { category: 'O' } : null;
}
