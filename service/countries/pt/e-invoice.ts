/** What Portuguese tax groups and payment mechanisms are on an electronic invoice (EN 16931, CIUS-PT). */
import type { VatLine } from '../contract/vat.ts';
import type { Esr, Tax } from '../../receipt/tra.ts';
import { exemptionReasons } from './exemptions.ts';

/** Categories of exemption codes that are no plain exemption: reverse charge, within the EU, export, not subject. */
const CATEGORIES: Readonly<Record<string, 'AE' | 'K' | 'G' | 'O'>> = {
  ...{ M30: 'AE', M31: 'AE', M32: 'AE', M33: 'AE', M40: 'AE', M41: 'AE', M42: 'AE', M43: 'AE' },
  ...{ M16: 'K', M05: 'G', M99: 'O' },
};

/** {@link CountryVat.vatLine} of Portugal: lines without tax are what their exemption codes say. */
export function vatLine(tax: Tax, esr: Esr): VatLine | null {
  const reasons = exemptionReasons(tax, esr.PosA ?? []);
  if (reasons.length === 0) return null;
  const categories = new Set(reasons.map(({ code }) => CATEGORIES[code] ?? ('E' as const)));
  const [category] = categories;
  if (categories.size > 1)
    return { problem: `${tax.TaxG} joins exemptions of different kinds; give each a tax group of its own` };
  return { category: category!, reason: reasons.map(({ text }) => text).join('; ') };
}

/** Standard payment groups of the mechanisms that mean one. */
const STANDARD: Readonly<Record<string, string>> = {
  ...{ NU: 'cash', CC: 'creditcard', CD: 'debitcard', CH: 'check', CS: 'creditnote', DE: 'loyalty' },
  ...{ LC: 'open', TB: 'mobile', TR: 'title' },
};

/** {@link CountryVat.standardPayment} of Portugal. */
export function standardPayment(group: string): string | undefined {
  return Object.hasOwn(STANDARD, group) ? STANDARD[group] : undefined;
}
