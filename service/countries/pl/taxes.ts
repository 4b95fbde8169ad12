/** Polish tax groups (ustawa o VAT, art. 41), and the rates of the printer that stand for them. */
import table from '../../../resources/tax/pl.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine, groupsOn, type DatedGroup } from '../base/tax-groups.ts';
import type { DeviceRate } from '../contract/fiscal-printer.ts';
import type { VatLine } from '../contract/vat.ts';

interface Group extends DatedGroup {
  /** Goods that are exempt (zwolnione): no percentage at all. */
  exempt?: boolean;
}

const GROUPS = table.groups as readonly Group[];
const LETTERS = 'ABCDEFG';

/** All groups, in the order of the receipt format. */
export const TAX_GROUPS: readonly Group[] = GROUPS;

/** Tax groups valid on a day (`YYYY-MM-DD`); 0 % without a group is the rate of 0 %, not exempt. */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** The group of a completed tax line: by its name, else by its percentage; null for one that there is none of. */
export function groupOf(line: Tax, day: string): string | null {
  return groupOfLine(line, groupsOn(GROUPS, day))?.group ?? null;
}

/** What stands for a group in the table of the printer: found by percentage, never by letter; null for nothing. */
export function departmentOf(group: string, rates: readonly DeviceRate[]): number | null {
  const wanted = GROUPS.find((g) => g.group === group);
  const found = rates.find(
    ({ rate, nature }) =>
      wanted !== undefined &&
      (nature !== null) === (wanted.exempt === true) &&
      sameDecimal(rate, wanted.rate),
  );
  return found?.department ?? null;
}

/** The letter (PTU) of a place in the table of the printer. */
export function letterOf(department: number): string {
  return LETTERS[department] ?? '';
}

/** Whether goods of a group have no percentage at all. */
export function isExempt(group: string): boolean {
  return GROUPS.some((g) => g.group === group && g.exempt === true);
}

/** {@link CountryVat.vatLine} of Poland. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  return isExempt(TaxG) ? { category: 'E' } : null;
}
