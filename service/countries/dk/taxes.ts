/** Danish VAT by the groups of the receipt format. */
import table from '../../../resources/tax/dk.json' with { type: 'json' };
import type { TaxRules } from '../../receipt/taxes.ts';
import { fixedRules } from '../base/tax-groups.ts';

/** A group, its percentage, its standard VAT code and what it means, English. */
export const GROUPS: readonly { group: string; rate: string; code: string; text: string }[] = table.groups;

/** Tax groups; the same on all days. */
export const RULES: TaxRules = fixedRules(GROUPS);
