/**
 * Which register a request means (doc 2, register names; answers 18). One that names a
 * company goes to the register of its terminal; what it leaves out is filled in only
 * where that leaves one register. Never from what happens to be newest: a receipt that
 * is sent again must come to the register that has it already.
 */
import { countryOf } from '../../countries/list.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { canonicalTaxId } from '../../receipt/tax-id.ts';
import type { Companies } from './companies.ts';
import { firstOf, splitName, type Company, type Configured, type Some } from './company.ts';
import type { Terminals } from './terminals.ts';

/** Name of the register that is used when none is named. */
export const DEFAULT_NAME = 'def';

/** What a request says of its register. */
export interface Asked {
  rn?: string | undefined;
  taxId?: string | undefined;
  TL?: string | undefined;
  TT?: string | undefined;
}

/** The register that is meant, or why it cannot be known. */
export type Which =
  { rn: string; /** The terminal of a register that is not there yet. */ fresh?: Fresh } | { unclear: Issue };

/** A terminal without a register, and its company. */
export interface Fresh {
  TL: string;
  TT: string;
  company: Company;
}

/** Number of a terminal and of a location that has no name (doc 3). */
const FIRST = '1';
/** Terminals that a message names. */
const MOST_NAMED = 10;

/** Finds out which register is meant. */
export class WhichRegister {
  private readonly companies: Companies;
  private readonly terminals: Terminals;

  constructor(companies: Companies, terminals: Terminals) {
    this.companies = companies;
    this.terminals = terminals;
  }

  /** The register of a request. Without company and name it is `def`, or who numbers the terminal in the company of `def`. */
  of(asked: Asked): Which {
    const { taxId, rn, TL, TT } = asked;
    if (taxId !== undefined) return this.ofCompany(taxId, asked);
    if (rn !== undefined) return this.named(rn);
    const def = this.companies.get(DEFAULT_NAME);
    if (!def || TL === undefined || TT === undefined || isAt(def, TL, TT)) return { rn: DEFAULT_NAME };
    return { rn: this.terminals.ownerOf({ cfg: def.cfg, TL, TT }) ?? DEFAULT_NAME };
  }

  /**
   * A register by its name. `<TaxId>$<TL>_<TT>` is the same register however the tax id is
   * written, and may be of a terminal that is new.
   */
  named(rn: string): Which {
    const name = this.companies.get(rn) ? null : splitName(rn);
    if (!name) return { rn };
    const { taxId, rest } = name;
    const company = this.companies.of(taxId);
    const known = company?.named(rest);
    if (known?.size) return { rn: onlyOf(known)?.rn ?? rn };
    const cut = rest.lastIndexOf('_');
    if (!company?.first || cut < 1) return { rn };
    return this.atTerminal(company, rest.slice(0, cut), rest.slice(cut + 1), undefined);
  }

  private ofCompany(taxId: string, { TL, TT, rn }: Asked): Which {
    const company = this.companies.of(taxId);
    if (!company)
      return unclear(
        'several countries have a company of this number: send TaxId with the prefix of its country',
      );
    // Whoever sells for a company that is not set up hears it under the name that it would have.
    if (company.size === 0) return { rn: `${taxId}$${TL ?? FIRST}_${TT ?? FIRST}` };
    if (TL !== undefined && TT !== undefined) return this.atTerminal(company, TL, TT, rn);
    const fitting = company.at(TL, TT);
    const chosen = this.chosen(fitting, rn);
    if (chosen) return { rn: chosen.rn };
    if (TL !== undefined)
      return fitting.size === 0 ? this.atTerminal(company, TL, FIRST, rn) : several(fitting, 'ESR.TT');
    if (TT === undefined) return several(company.at(undefined, undefined), 'ESR.TL and ESR.TT');
    const location = company.get(DEFAULT_NAME)?.TL ?? company.onlyLocation;
    return location === null
      ? several(company.at(undefined, undefined), 'ESR.TL')
      : this.atTerminal(company, location, TT, rn);
  }

  /** The one that is named, else `def`, else the only one. */
  private chosen(registers: Some, rn: string | undefined): Configured | undefined {
    const named = rn === undefined ? null : this.named(rn);
    const name = named && 'rn' in named ? named.rn : undefined;
    return (
      (name === undefined ? undefined : registers.get(name)) ??
      registers.get(DEFAULT_NAME) ??
      onlyOf(registers)
    );
  }

  /** Who numbers a terminal or is set up for it; else the name of its register to be. */
  private atTerminal(company: Company, TL: string, TT: string, rn: string | undefined): Which {
    const { cfg } = company.first!;
    const { TaxId, Ctry } = cfg.Cmp;
    const owner = this.terminals.ownerOf({ cfg, TL, TT });
    // Where every terminal has numbers of its own, nobody else may number it.
    if (owner !== undefined && countryOf(Ctry).numbering) return { rn: owner };
    const set = company.at(TL, TT);
    const own = `${canonicalTaxId(TaxId, Ctry)}$${TL}_${TT}`;
    const chosen = this.chosen(set, rn) ?? set.get(own);
    if (chosen) return { rn: chosen.rn };
    if (set.size > 0) {
      const names = [...set.keys().take(MOST_NAMED)];
      return unclear(
        `${names.join(', ')} are all set up for terminal ${TL}/${TT}: leave TaxId out and send RN`,
      );
    }
    return owner === undefined ? { rn: own, fresh: { TL, TT, company } } : { rn: owner };
  }
}

function isAt(register: Configured, TL: string, TT: string): boolean {
  return register.TL === TL && register.TT === TT;
}

function onlyOf(registers: Some): Configured | undefined {
  return registers.size === 1 ? firstOf(registers) : undefined;
}

function several(registers: Some, missing: string): Which {
  const first = registers.values().take(MOST_NAMED);
  const terminals = [...first.map(({ TL, TT }) => `${TL}/${TT}`)];
  const more = registers.size > MOST_NAMED ? ' and others' : '';
  return unclear(`the company has several terminals, ${terminals.join(', ')}${more}: send ${missing}`);
}

function unclear(text: string): Which {
  return { unclear: issue('#REGISTER_UNCLEAR', 'TaxId', text) };
}
