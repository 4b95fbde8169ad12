/** Whose registers there are: found by company, however its tax id is written. */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { canonicalTaxId, mayBeSameTaxId, plainTaxId } from '../../receipt/tax-id.ts';
import { Company, Groups, type Configured } from './company.ts';
import { companyOf as ownerOf } from './places.ts';

/** A terminal that a register is set up for. */
type Workstation = Pick<Configured, 'TL' | 'TT'>;

/** A company that has no registers here. */
const NOBODY = new Company();

/** The configured registers by company. */
export class Companies {
  private readonly registers = new Map<string, Configured>();
  private readonly companies = new Map<string, Company>();
  private readonly byOwner = new Groups();
  private readonly countries = new Set<string>();
  /** Answers of {@link workstations}, until another configuration comes: some countries ask with each sale. */
  private readonly stations = new Map<string, readonly Workstation[]>();

  /** Notes the configuration in force of a register. */
  set(rn: string, cfg: Cfg, since: string): void {
    const before = this.registers.get(rn);
    if (before) this.forget(before);
    this.stations.clear();
    const configured = { rn, cfg, since, ...configuredTerminal(cfg) };
    this.registers.set(rn, configured);
    this.countries.add(cfg.Cmp.Ctry);
    const id = companyOf(cfg);
    const company = this.companies.get(id) ?? new Company();
    this.companies.set(id, company);
    company.set(configured);
    const owner = ownerOf(cfg);
    if (owner !== undefined) this.byOwner.add(owner, configured);
  }

  /** Registers that have, or may have, this company's number in another country. Looks at all: for configurations. */
  abroad({ Cmp }: Pick<Cfg, 'Cmp'>): Configured[] {
    return [...this.registers.values()].filter(
      ({ cfg }) => cfg.Cmp.Ctry !== Cmp.Ctry && mayBeSameTaxId(cfg.Cmp.TaxId, Cmp.TaxId),
    );
  }

  /** A register by its name. */
  get(rn: string): Configured | undefined {
    return this.registers.get(rn);
  }

  /** Names of the registers whose configurations name this company of the portal. */
  ownedBy(owner: string): string[] {
    return [...this.byOwner.of(owner).keys()];
  }

  /**
   * A company; one without registers when it has none here.
   * @returns null when companies of several countries have that number: its prefix is missing
   */
  of(taxId: string): Company | null {
    const found = new Map<string, Company>();
    for (const country of this.countries) {
      const id = canonicalTaxId(taxId, country);
      const company = this.companies.get(id);
      if (company?.size) found.set(id, company);
    }
    if (found.size > 1) {
      // Written with its prefix, it is that country's.
      return found.get(plainTaxId(taxId)) ?? null;
    }
    return [...found.values()][0] ?? NOBODY;
  }

  /** The terminals that a company's registers are set up for; of another one with its tax id, at the same portal, none. */
  workstations(cfg: Cfg): readonly Workstation[] {
    const [company, owner] = [companyOf(cfg), ownerOf(cfg)];
    const key = `${company} ${owner ?? ''}`;
    let own = this.stations.get(key);
    if (!own) {
      const all = this.companies.get(company)?.at(undefined, undefined).values() ?? [];
      own = [...all].filter((one) => ownerOf(one.cfg) === owner).map(({ TL, TT }) => ({ TL, TT }));
      this.stations.set(key, own);
    }
    return own;
  }

  private forget({ rn, cfg }: Configured): void {
    this.companies.get(companyOf(cfg))?.delete(rn);
    const owner = ownerOf(cfg);
    if (owner !== undefined) this.byOwner.delete(owner, rn);
  }
}

function companyOf({ Cmp }: Cfg): string {
  return canonicalTaxId(Cmp.TaxId, Cmp.Ctry);
}
