/** Belgian tax groups, and the labels that FDMs know them by. */
import table from '../../../resources/tax/be.json' with { type: 'json' };
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine } from '../base/tax-groups.ts';
import type { VatLine } from '../contract/vat.ts';

/** Labels of FDMs: 21, 12, 6 and 0 %, and what is outside of the tax. */
export type VatLabel = 'A' | 'B' | 'C' | 'D' | 'X';

const GROUPS = table.groups as readonly (TaxGroup & { group: VatLabel })[];

/** Tax groups, on every day the same; 0 % without a group is D. */
export const RULES: TaxRules = fixedRules(GROUPS);

/** The label of a completed tax line; null for a percentage that there is none of. */
export function labelOf(line: Tax): VatLabel | null {
  return groupOfLine(line, GROUPS)?.group ?? null;
}

/** {@link CountryVat.vatLine} of Belgium: what is outside of the tax. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  return TaxG === 'X' ? { category: 'O' } : null;
}
