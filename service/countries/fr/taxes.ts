/** French VAT rates (CGI art. 278 to 281 octies, 296, 297) by the groups of the receipt format. */
import table from '../../../resources/tax/fr.json' with { type: 'json' };
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import { fixedRules, groupsOn as groupsOf, type DatedGroup } from '../base/tax-groups.ts';

/** All groups with their rates, as of a day (`YYYY-MM-DD`). */
export function groupsOn(day: string): readonly TaxGroup[] {
  return groupsOf(table.groups as readonly DatedGroup[], day);
}

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(day));
}
