/** Norwegian VAT by the groups of the receipt format. */
import table from '../../../resources/tax/no.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';

/** A group, its percentage, its standard VAT code and what it means, English. */
export const GROUPS: readonly { group: string; rate: string; code: string; text: string }[] = table.groups;

/** Tax groups; the same on all days. */
export const RULES: TaxRules = {
  fixed: true,
  byName: (name) => GROUPS.find(({ group }) => group === name) ?? null,
  byRate: (rate) => GROUPS.find((group) => sameDecimal(group.rate, rate)) ?? null,
};
