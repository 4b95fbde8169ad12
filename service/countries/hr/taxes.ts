/** Croatian tax groups (Zakon o PDV-u, čl. 38; Zakon o lokalnim porezima): what a tax line counts as. */
import table from '../../../resources/tax/hr.json' with { type: 'json' };
import { addDecimals, decimalText, sameDecimal } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Esr, Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine, groupsOn, type DatedGroup } from '../base/tax-groups.ts';
import type { VatLine } from '../contract/vat.ts';

/** VAT of some percentage, exempt from it, not subject to it, a fee such as a deposit. */
export type TaxKind = 'vat' | 'exempt' | 'outside' | 'fee';

/** What a tax line counts as. Percentages are decimal texts in their shortest form. */
export interface TaxClass {
  kind: TaxKind;
  vat: string;
  /** Consumption tax of the municipality; null without. */
  consumption: string | null;
}

interface Group extends DatedGroup {
  kind: TaxKind;
}

const GROUPS = table.groups as readonly Group[];
/** A group with the consumption tax: `A+P3`. */
const COMBINED = /^([A-Z])\+P(\d(?:\.\d{1,2})?)$/;

/** Tax groups valid on a day (`YYYY-MM-DD`). */
export function rulesOn(day: string): TaxRules {
  const rules = fixedRules(groupsOn(GROUPS, day));
  return { ...rules, byName: (name) => combined(name, day) ?? rules.byName(name) };
}

/**
 * What a tax line counts as on a day: by its group, else by its percentage; null
 * for one that there is none of.
 */
export function classOf(line: Tax, day: string): TaxClass | null {
  const { TaxG = '', Prc = '0' } = line;
  const [, base, consumption] = COMBINED.exec(TaxG) ?? [];
  if (consumption !== undefined) {
    const group = combined(TaxG, day);
    if (!group || !sameDecimal(group.rate, Prc)) return null;
    const { kind, rate } = groupsOn(GROUPS, day).find((g) => g.group === base)!;
    return { kind, vat: rate, consumption: decimalText(consumption) };
  }
  const found = groupOfLine(line, groupsOn(GROUPS, day));
  return found ? { kind: found.kind, vat: found.rate, consumption: null } : null;
}

/**
 * A receipt whose positions and tax lines of two groups, `A P3`, have one group for
 * both, `A+P3`: VAT and consumption tax are taxes of one net amount.
 */
export function withCombinedGroups(esr: Esr): Esr {
  const isOne = ({ TaxG }: { TaxG?: string }) => TaxG === undefined || joined(TaxG) === TaxG;
  const { PosA, TaxA } = esr;
  if ((PosA ?? []).every(isOne) && (TaxA ?? []).every(isOne)) return esr;
  const join = <T extends { TaxG?: string }>(entry: T): T =>
    isOne(entry) ? entry : { ...entry, TaxG: joined(entry.TaxG!) };
  return { ...esr, ...(PosA && { PosA: PosA.map(join) }), ...(TaxA && { TaxA: TaxA.map(join) }) };
}

function joined(group: string): string {
  const [first = '', second = '', ...more] = group.trim().split(/\s+/);
  if (more.length > 0) return group;
  const ordered = first.startsWith('P') ? `${second}+${first}` : `${first}+${second}`;
  return COMBINED.test(ordered) ? ordered : group;
}

function combined(name: string, day: string): TaxGroup | null {
  const [, base, consumption = ''] = COMBINED.exec(name) ?? [];
  const group = groupsOn(GROUPS, day).find((g) => g.group === base);
  // Two percentages of one digit: as numbers they are compared well.
  const isPossible = Number(consumption) > 0 && Number(consumption) <= Number(table.consumptionTax.most);
  if (!group || group.kind === 'fee' || !isPossible) return null;
  return { group: name, rate: addDecimals(group.rate, consumption) };
}

/** {@link CountryVat.vatLine} of Croatia. */
export function vatLine(tax: Tax, { D = '' }: Esr): VatLine | null {
  const line = classOf(tax, D.slice(0, 10));
  if (line === null || line.kind === 'exempt') return null;
  if (line.consumption !== null)
    return {
      problem: 'the consumption tax has no place on an e-invoice; sell what bears it on a receipt of its own',
    };
  return line.kind === 'vat' ? null : { category: 'O' };
}
