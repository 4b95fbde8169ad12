/**
 * Portuguese tax groups: A, B, C with M (Madeira) or A (Azores), exemptions M01
 * to M99 (doc 3, Portugal rule 7 and default rates). The percentages are data:
 * those of the receipt format, those of the law where they differ, and what the
 * shop has set on the control page from a day on.
 */
import table from '../../../resources/tax/pt.json' with { type: 'json' };
import { isCountry } from '../../receipt/iso-countries.ts';
import { decimalText } from '../../receipt/money.ts';
import type { TaxGroup, TaxRules } from '../../receipt/taxes.ts';
import type { Tax } from '../../receipt/tra.ts';
import { ownRates, resetOwnRates, setOwnRate, type OwnRate } from '../base/own-rates.ts';
import { isValidOn } from '../base/tax-groups.ts';
import type { Vault } from '../contract/services.ts';

/** Fiscal space: mainland, Azores, Madeira. */
export type Region = 'PT' | 'PT-AC' | 'PT-MA';
/** Tax code of SAF-T: normal, intermediate, reduced, other, exempt, not subject; `IS`: stamp duty instead of VAT. */
export type TaxClass = 'NOR' | 'INT' | 'RED' | 'OUT' | 'ISE' | 'NS' | 'IS';

/** A percentage that a group has from a day on. */
export interface Rate {
  /** Decimal text in its shortest form. */
  rate: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
}

/** A tax group with everything that is known of its percentage. */
export interface GroupFacts {
  group: string;
  region: Region;
  class: TaxClass;
  /** What the receipt format says. */
  rate: string;
  /** What the law says, where it differs. */
  law?: Rate;
  /** What the shop has set, oldest first, with what it has taken back. */
  own: readonly OwnRate[];
}

/** The groups as they are for one installation. */
export type TaxTable = readonly GroupFacts[];

const GROUPS = table.groups as readonly Omit<GroupFacts, 'own'>[];
/** The groups as delivered. */
export const DEFAULT_TABLE: TaxTable = GROUPS.map((g) => ({ ...g, own: [] }));

/** Name in the vault of the percentages that the shop has set. */
export const OWN_RATES = 'PT/rates';
/** Exemption by default for a plain 0%: not subject. */
const DEFAULT_EXEMPTION = 'M99';

/** The tax groups of an installation. */
export function taxTable({ vault }: { vault: Vault }): TaxTable {
  const own = ownRates(vault, OWN_RATES);
  if (own.length === 0) return DEFAULT_TABLE;
  return GROUPS.map((g) => ({ ...g, own: own.filter((r) => r.group === g.group) }));
}

/** Sets a percentage from a day on; an earlier setting for the same day is replaced. @param today `YYYY-MM-DD` */
export function setRate(vault: Vault, rate: OwnRate, today: string): Promise<void> {
  return setOwnRate(vault, OWN_RATES, rate, today);
}

/** Takes back what the shop has set. @param today `YYYY-MM-DD` */
export function resetRates(vault: Vault, today: string): Promise<void> {
  return resetOwnRates(vault, OWN_RATES, today);
}

/** The percentage a group stands for on a day, with the day since when. */
export function rateOn(facts: GroupFacts, day: string): { rate: string; from: string | null } {
  const own = facts.own.findLast((r) => isValidOn(r, day));
  return own ?? { rate: facts.rate, from: null };
}

/** What the law says on a day where it differs from the receipt format, else null. */
export function lawOn({ law }: GroupFacts, day: string): string | null {
  return law && law.from <= day ? law.rate : null;
}

function exemption(name: string): TaxGroup | null {
  return /^M\d\d$/.test(name) ? { group: name, rate: '0' } : null;
}

/**
 * Tax groups valid on a day.
 * @param region of the shop: of two groups with the same percentage its own is meant
 */
export function rulesOn(day: string, region: Region, groups: TaxTable = DEFAULT_TABLE): TaxRules {
  const named = (facts: GroupFacts): TaxGroup => ({ group: facts.group, rate: rateOn(facts, day).rate });
  return {
    fixed: true,
    byName(name) {
      const found = groups.find((g) => g.group === name);
      // M01 to M99 (doc 3). What versions before registered as M00 keeps its place, see `classify`.
      return found ? named(found) : name === 'M00' ? null : exemption(name);
    },
    byRate(rate) {
      const wanted = decimalText(rate);
      if (wanted === '0') return exemption(DEFAULT_EXEMPTION);
      const same = groups.filter((g) => rateOn(g, day).rate === wanted);
      const found = same.find((g) => g.region === region) ?? same[0];
      return found ? named(found) : null;
    },
  };
}

/** Where a tax line belongs. */
export interface TaxPlace {
  /** Fiscal space, or the country whose VAT it is (ISO 3166). */
  region: string;
  class: TaxClass;
}

/** Stamp duty: group `IS`, optionally with the number of the table, `IS 17.3.1`. */
const STAMP_DUTY = /^IS(?: |$)/;

/** True for a group of the stamp duty, which is no VAT. */
export function isStampDuty(group: string): boolean {
  return STAMP_DUTY.test(group);
}

const FOREIGN_CLASSES: ReadonlySet<unknown> = new Set(['NOR', 'INT', 'RED', 'OUT']);

/** True for the code of another country, false for a fiscal space of Portugal or nothing, null for what is neither. */
export function isForeign(region: unknown): boolean | null {
  if (region === undefined || ['PT', 'PT-AC', 'PT-MA'].some((space) => space === region)) return false;
  return typeof region === 'string' && isCountry(region) ? true : null;
}

/**
 * Where a tax line belongs in QR code and SAF-T; null when its rate belongs to
 * no group. The percentage on the receipt decides: a name counts only where it
 * has, or once had, that percentage.
 * @param region of the shop
 */
export function classify(
  tax: Tax,
  day: string,
  region: Region,
  groups: TaxTable = DEFAULT_TABLE,
): TaxPlace | null {
  const { TaxG = '', Prc = '', PT_Region: country, PT_TaxCode: code } = tax;
  if (isStampDuty(TaxG)) return { region, class: 'IS' };
  // Sales under the VAT of another member state (one-stop shop): the POS has to say so.
  if (isForeign(country) === true && FOREIGN_CLASSES.has(code)) {
    return { region: country as string, class: code as TaxClass };
  }
  const rate = Prc === '' ? '0' : decimalText(Prc);
  if (rate === '0') {
    const reason = exemption(TaxG)?.group ?? DEFAULT_EXEMPTION;
    return { region, class: reason === DEFAULT_EXEMPTION ? 'NS' : 'ISE' };
  }
  if (rate === null) return null;
  const candidates = groups.filter((g) => hasRate(g, rate, day));
  const found =
    candidates.find((g) => g.group === TaxG) ??
    candidates.find((g) => g.region === region) ??
    candidates.find((g) => rateOn(g, day).rate === rate) ??
    candidates[0];
  return found ? { region: found.region, class: found.class } : null;
}

/** True for a percentage that a group may have on a document of a day; percentages are in their shortest form. */
function hasRate(facts: GroupFacts, rate: string, day: string): boolean {
  return facts.rate === rate || lawOn(facts, day) === rate || facts.own.some((r) => r.rate === rate);
}
