/** Swedish VAT by the groups of the receipt format, and food, whose rate changes with the day. */
import table from '../../../resources/tax/se.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';

interface Group extends TaxGroup {
  /** First and last day, `YYYY-MM-DD`. */
  from?: string;
  till?: string;
}

const GROUPS: readonly Group[] = table.groups;

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  const valid = GROUPS.filter(({ from = '', till = '9999' }) => from <= day && day <= till);
  return {
    fixed: true,
    byName: (name) => valid.find(({ group }) => group === name) ?? null,
    byRate: (rate) => valid.find((group) => sameDecimal(group.rate, rate)) ?? null,
  };
}
