/** Whose registers there are: found by company, however its tax id is written. */
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { canonicalTaxId, mayBeSameTaxId, plainTaxId } from '../receipt/tax-id.ts';

/** A register that has a configuration. */
export interface Configured {
  rn: string;
  cfg: Cfg;
  /** Location and terminal of the configuration. */
  TL: string;
  TT: string;
  /** When the configuration was stored, local time. */
  since: string;
}

/** The configured registers by company. */
export class Companies {
  private readonly registers = new Map<string, Configured>();
  private readonly companies = new Map<string, Map<string, Configured>>();
  private readonly countries = new Set<string>();

  /** Notes the configuration in force of a register. */
  set(rn: string, cfg: Cfg, since: string): void {
    const before = this.registers.get(rn);
    if (before) this.companies.get(companyOf(before.cfg))?.delete(rn);
    const configured = { rn, cfg, since, ...configuredTerminal(cfg) };
    const company = companyOf(cfg);
    this.registers.set(rn, configured);
    this.countries.add(cfg.Cmp.Ctry);
    const registers = this.companies.get(company) ?? new Map<string, Configured>();
    this.companies.set(company, registers.set(rn, configured));
  }

  /** Registers that have, or may have, this company's number in another country. */
  abroad({ Cmp }: Pick<Cfg, 'Cmp'>): Configured[] {
    return [...this.registers.values()].filter(
      ({ cfg }) => cfg.Cmp.Ctry !== Cmp.Ctry && mayBeSameTaxId(cfg.Cmp.TaxId, Cmp.TaxId),
    );
  }

  /** A register by its name. */
  get(rn: string): Configured | undefined {
    return this.registers.get(rn);
  }

  /**
   * The registers of a company; none when it has none here.
   * @returns null when companies of several countries have that number: its prefix is missing
   */
  of(taxId: string): Configured[] | null {
    const found = new Map<string, Map<string, Configured>>();
    for (const country of this.countries) {
      const company = canonicalTaxId(taxId, country);
      const registers = this.companies.get(company);
      if (registers?.size) found.set(company, registers);
    }
    // Written with its prefix, it is that country's.
    const meant = found.size > 1 ? found.get(plainTaxId(taxId)) : [...found.values()][0];
    return found.size > 1 && !meant ? null : [...(meant?.values() ?? [])];
  }
}

function companyOf({ Cmp }: Cfg): string {
  return canonicalTaxId(Cmp.TaxId, Cmp.Ctry);
}
