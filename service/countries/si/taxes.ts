/** Slovenian tax groups (ZDDV-1, 41. člen): what a tax line counts as. */
import table from '../../../resources/tax/si.json' with { type: 'json' };
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Esr, Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine, groupsOn, type DatedGroup } from '../base/tax-groups.ts';
import type { VatLine } from '../contract/vat.ts';

/**
 * VAT of some percentage, flat rate compensation, exempt, reverse charge, not
 * subject to VAT, a special arrangement, another tax or duty.
 */
export type TaxKind = 'vat' | 'flat' | 'exempt' | 'reverse' | 'outside' | 'special' | 'other';

interface Group extends DatedGroup {
  kind: TaxKind;
}

const GROUPS = table.groups as readonly Group[];

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** What a tax line counts as on a day: by its group, else by its percentage; null for one that there is none of. */
export function kindOf(line: Tax, day: string): TaxKind | null {
  if (line.MarginScheme === '1') return 'special';
  return groupOfLine(line, groupsOn(GROUPS, day))?.kind ?? null;
}

/** {@link CountryVat.vatLine} of Slovenia. */
export function vatLine(tax: Tax, { D = '' }: Esr): VatLine | null {
  switch (kindOf(tax, D.slice(0, 10))) {
    case 'reverse':
      return { category: 'AE' };
    case 'outside':
    case 'other':
      return { category: 'O' };
    case 'flat':
      return { problem: 'the flat rate compensation of farmers has no place on an e-invoice' };
    default:
      return null;
  }
}
