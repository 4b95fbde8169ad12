/** French VAT rates (CGI art. 278 to 281 octies, 296, 297) by the groups of the receipt format. */
import table from '../../../resources/tax/fr.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';

interface Group extends TaxGroup {
  /** First and last day, `YYYY-MM-DD`. */
  from?: string;
  till?: string;
}

const GROUPS = table.groups as readonly Group[];

/** All groups with their rates, as of a day (`YYYY-MM-DD`). */
export function groupsOn(day: string): readonly TaxGroup[] {
  return GROUPS.filter(({ from = '', till = '9999' }) => from <= day && day <= till);
}

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  const groups = groupsOn(day);
  return {
    fixed: true,
    byName: (name) => groups.find(({ group }) => group === name) ?? null,
    byRate: (rate) => groups.find((g) => sameDecimal(g.rate, rate)) ?? null,
  };
}
