/** Belgian tax groups, and the labels that FDMs know them by. */
import table from '../../../resources/tax/be.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import type { VatLine } from '../contract/vat.ts';

/** Labels of FDMs: 21, 12, 6 and 0 %, and what is outside of the tax. */
export type VatLabel = 'A' | 'B' | 'C' | 'D' | 'X';

const GROUPS = table.groups as readonly (TaxGroup & { group: VatLabel })[];

/** Tax groups, on every day the same; 0 % without a group is D. */
export const RULES: TaxRules = {
  fixed: true,
  byName: (name) => GROUPS.find(({ group }) => group === name) ?? null,
  byRate: (rate) => GROUPS.find((one) => sameDecimal(one.rate, rate)) ?? null,
};

/** The label of a completed tax line; null for a percentage that there is none of. */
export function labelOf({ TaxG = '', Prc = '0' }: Tax): VatLabel | null {
  const named = RULES.byName(TaxG);
  if (named && sameDecimal(named.rate, Prc)) return named.group as VatLabel;
  return (RULES.byRate(Prc)?.group as VatLabel | undefined) ?? null;
}

/** {@link CountryVat.vatLine} of Belgium: what is outside of the tax. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  return TaxG === 'X' ? { category: 'O' } : null;
}
