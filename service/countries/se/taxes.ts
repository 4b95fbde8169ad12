/** Swedish VAT by the groups of the receipt format, and food, whose rate changes with the day. */
import table from '../../../resources/tax/se.json' with { type: 'json' };
import type { TaxRules } from '../../receipt/taxes.ts';
import { fixedRules, groupsOn, type DatedGroup } from '../base/tax-groups.ts';

const GROUPS: readonly DatedGroup[] = table.groups;

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}
