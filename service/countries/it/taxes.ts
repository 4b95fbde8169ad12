/** Italian tax groups (DPR 633/1972, art. 16), and the departments of the printer that stand for them. */
import table from '../../../resources/tax/it.json' with { type: 'json' };
import { sameDecimal } from '../../receipt/money.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { fixedRules, groupOfLine, groupsOn, type DatedGroup } from '../base/tax-groups.ts';
import type { ProfileAttributes } from '../contract/services.ts';
import type { DeviceRate, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { VatLine } from '../contract/vat.ts';

interface Group extends DatedGroup {
  /** Of the makers' numbering. */
  department: number;
  /** Why it bears no tax, as the authority numbers it: `N4`. */
  nature?: string;
}

/** Departments of the printer by tax group; null when the profile says what cannot be read. */
export type Departments = ReadonlyMap<string, number> | null;

const GROUPS = table.groups as readonly Group[];
/** How many departments a printer has at most. */
const MOST_DEPARTMENTS = 99;

/** All groups that there are, in the order of the receipt format. */
export const TAX_GROUPS: readonly Pick<Group, 'group' | 'rate' | 'nature'>[] = GROUPS;

/** Tax groups valid on a day (`YYYY-MM-DD`); 0 % without a group is exempt. */
export function rulesOn(day: string): TaxRules {
  return fixedRules(groupsOn(GROUPS, day));
}

/** The group of a completed tax line: by its name, else by its percentage; null for one that there is none of. */
export function groupOf(line: Tax, day: string): string | null {
  return groupOfLine(line, groupsOn(GROUPS, day))?.group ?? null;
}

/** Why a group bears no tax, as the authority numbers it; missing where it does. */
export function natureOf(name: string): string | undefined {
  return GROUPS.find(({ group }) => group === name)?.nature;
}

/**
 * Departments of the printer. A profile that names some (`IT_Departments`, such as
 * `A=1 B=2 C=4 D=3 ES=10`) names all that there are; else those that the printer says it is
 * set to; else the makers' numbering.
 */
export function departmentsOf(
  attributes: ProfileAttributes,
  printer: Pick<RegisterFiscalPrinter, 'knownRates'> | null = null,
): Departments {
  const text = attributes.text('IT_Departments');
  if (text === undefined && printer?.knownRates) return programmed(printer.knownRates);
  if (text === undefined) return new Map(GROUPS.map(({ group, department }) => [group, department]));
  const found = new Map<string, number>();
  for (const entry of text.trim().split(/[\s,;]+/)) {
    const [, name = '', digits = ''] = /^([A-Z]{1,2})=(\d{1,2})$/i.exec(entry) ?? [];
    const group = GROUPS.find((g) => g.group === name.toUpperCase())?.group;
    if (group === undefined || found.has(group) || Number(digits) > MOST_DEPARTMENTS) return null;
    found.set(group, Number(digits));
  }
  return found;
}

/**
 * Groups whose department in the profile is set to something else in the printer, or to nothing there;
 * none where the printer does not tell.
 */
export function misplacedGroups(
  attributes: ProfileAttributes,
  { knownRates: told }: Pick<RegisterFiscalPrinter, 'knownRates'>,
): string[] {
  if (!told || attributes.text('IT_Departments') === undefined) return [];
  const wanted = departmentsOf(attributes) ?? new Map<string, number>();
  return GROUPS.filter(({ group, rate, nature }) => {
    const department = wanted.get(group);
    const is = (one: DeviceRate) =>
      nature === undefined ? sameDecimal(one.rate, rate) : one.nature === null || one.nature === nature;
    return department !== undefined && !told.some((one) => one.department === department && is(one));
  }).map(({ group }) => group);
}

/** Departments by what a printer is set to: groups with tax by their percentage, others by their nature, or their name. */
function programmed(rates: readonly DeviceRate[]): Map<string, number> {
  return new Map(
    GROUPS.flatMap(({ group, rate, nature = group }) => {
      const found = rates.find((one) =>
        Number(rate) > 0 ? one.nature === null && sameDecimal(one.rate, rate) : one.nature === nature,
      );
      return found ? [[group, found.department] as const] : [];
    }),
  );
}

/** {@link CountryVat.vatLine} of Italy: what the nature says. */
export function vatLine({ TaxG = '' }: Tax): VatLine | null {
  switch (GROUPS.find(({ group }) => group === TaxG)?.nature) {
    case 'N4':
      return { category: 'E' };
    case 'N1':
    case 'N2':
      return { category: 'O' };
    case undefined:
      return TaxG === 'AL' ? { category: 'O' } : null;
    default:
      return { problem: `the group ${TaxG} has no place on an e-invoice here` };
  }
}
