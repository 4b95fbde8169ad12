/** Portuguese tax groups: A, B, C with M (Madeira) or A (Azores), exemptions M01 to M99. */
import table from '../../../resources/tax/pt.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';

/** Fiscal space: mainland, Azores, Madeira. */
export type Region = 'PT' | 'PT-AC' | 'PT-MA';
/** Tax code of SAF-T: normal, intermediate, reduced, exempt, not subject. */
export type TaxClass = 'NOR' | 'INT' | 'RED' | 'ISE' | 'NS';

interface Row {
  group: string;
  region: Region;
  class: TaxClass;
  rate: string;
  /** First and last day of validity, `YYYY-MM-DD`; open when missing. */
  from?: string;
  till?: string;
}

const ROWS = table.groups as readonly Row[];
/** Exemption by default for a plain 0%: other exemptions. */
const DEFAULT_EXEMPTION = 'M99';

function valid(row: Row, day: string): boolean {
  return (row.from ?? '') <= day && day <= (row.till ?? '9999');
}

function exemption(name: string): { group: string; rate: string } | null {
  return /^M\d\d$/.test(name) ? { group: name, rate: '0' } : null;
}

/** Tax groups valid on a day. */
export function taxRules(day: string): TaxRules {
  return {
    byName: (name) => ROWS.find((r) => r.group === name && valid(r, day)) ?? exemption(name),
    byRate: (rate) =>
      sameDecimal(rate, '0')
        ? exemption(DEFAULT_EXEMPTION)
        : (ROWS.find((r) => sameDecimal(r.rate, rate) && valid(r, day)) ?? null),
  };
}

/** Where a tax line belongs in QR code and SAF-T; null when its rate belongs to no group. */
export function classify(tax: Tax, day: string): { region: Region; class: TaxClass } | null {
  const rules = taxRules(day);
  const group = rules.byName(tax.TaxG ?? '')?.group ?? rules.byRate(tax.Prc ?? '')?.group;
  if (group === undefined) return null;
  const row = ROWS.find((r) => r.group === group && valid(r, day));
  if (row) return { region: row.region, class: row.class };
  return { region: 'PT', class: group === 'M99' ? 'NS' : 'ISE' };
}
