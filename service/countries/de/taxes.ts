/** German tax groups (UStG § 12, § 24) by day, with their keys in exports and places in process data. */
import table from '../../../resources/tax/de.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import { LETTER_OF_NUMBER, type TaxGroup, type TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { isValidOn } from '../base/tax-groups.ts';
import type { VatLine } from '../contract/vat.ts';

/** A group on certain days. */
export interface GermanGroup extends TaxGroup {
  /** DSFinV-K, UST_SCHLUESSEL. */
  key: number;
  /** Place among the five sums of process data, from 1. */
  position: 1 | 2 | 3 | 4 | 5;
}

interface Row extends GermanGroup {
  /** First and last day, `YYYY-MM-DD`. */
  from?: string;
  till?: string;
}

const ROWS = table.groups as readonly Row[];

/** A group by its name on a day (`YYYY-MM-DD`); null for one that there is none of. */
function named(name: string, day: string): Row | null {
  // The keys of exports are accepted as names: `1` is `A`.
  const group = LETTER_OF_NUMBER.get(name) ?? name;
  return ROWS.find((row) => row.group === group && isValidOn(row, day)) ?? null;
}

/** A group by its percentage: one of the day, else one of another time, for what is taken back. */
function rated(rate: string, day: string): Row | null {
  const rows = ROWS.filter((row) => sameDecimal(row.rate, rate));
  return rows.find((row) => isValidOn(row, day)) ?? rows[0] ?? null;
}

/** Tax groups valid on a day (`YYYY-MM-DD`); 0 % without a group is not taxable. */
export function rulesOn(day: string): TaxRules {
  return {
    fixed: true,
    byName: (name) => named(name, day),
    byRate: (rate) => {
      const row = rated(rate, day);
      // Another time's has no name on this day: by that of today both would be one line of the tax table.
      return row && !isValidOn(row, day) ? { ...row, group: `${row.rate}%` } : row;
    },
  };
}

/** The group of a completed tax line: by its name where the percentage agrees, else by its percentage. */
export function groupOf({ TaxG = '', Prc = '0' }: Tax, day: string): GermanGroup | null {
  const group = named(TaxG, day);
  if (group && sameDecimal(group.rate, Prc)) return group;
  return rated(Prc, day);
}

/** Whether the percentage of a tax line is one of the day, and not of another time. */
export function isRateOf(day: string, { Prc = '0' }: Tax): boolean {
  return ROWS.some((row) => isValidOn(row, day) && sameDecimal(row.rate, Prc));
}

/** All keys that there are, with rate and group: DSFinV-K, vat.csv. */
export const VAT_KEYS: readonly GermanGroup[] = ROWS.filter(
  ({ key }, at) => ROWS.findIndex((row) => row.key === key) === at,
);

/** {@link CountryVat.vatLine} of Germany. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  switch (TaxG) {
    case 'E':
    case '5':
      return { category: 'O' };
    case '6':
      return { category: 'E', reason: 'Umsatzsteuerfrei' };
    case '7':
      return { problem: 'the tax of group 7 is not known yet: it belongs on no invoice' };
    case '8':
      return { category: 'Z' };
    default:
      return null;
  }
}
