/**
 * All registers of the service, and which one a request is for (doc 2, register
 * names; answers 18). A register is opened when it is first asked for.
 */
import { countryOf } from '../countries/list.ts';
import type { Country } from '../countries/contract/country.ts';
import { countryFor } from '../countries/register-currency.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { own, unwrap } from '../receipt/envelope.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import { emptyTree, isTree, type Tree } from '../receipt/tree.ts';
import { namedTerminal } from '../receipt/complete.ts';
import { Companies } from './companies/companies.ts';
import { firstOf, type Company } from './companies/company.ts';
import { refusal } from './outcomes.ts';
import { companyOf, type Places } from './companies/places.ts';
import type { CheckedCfg } from './configuration.ts';
import { Register } from './register.ts';
import type { RegisterServices } from './requests.ts';
import type { CompanyTerminal } from './companies/terminals.ts';
import {
  DEFAULT_NAME,
  WhichRegister,
  type Asked,
  type Fresh,
  type Which,
} from './companies/which-register.ts';

export { DEFAULT_NAME };

/** Who a transaction says it is for. */
export interface Address {
  /** Query parameter TaxId. */
  taxId?: string | undefined;
  /** Query parameter RN. */
  rn?: string | undefined;
  /** Terminal of who asks, where the record names none: it becomes the record's. */
  terminal?: { TL?: string | undefined; TT?: string | undefined } | undefined;
}

/** Where a transaction goes, or the answer when it can go nowhere. */
export type Route = { register: Register } | { refused: TraC };

/** Letters, digits, blank and `. _ - $`; it also names a folder, so no path may be built with it. */
const NAME = /^(?!.*\.\.)[\p{L}\p{N}](?:[\p{L}\p{N} ._$-]{0,98}[\p{L}\p{N}_$-])?$/u;

/** Checks a register name. @param asked.taxId what it was made of, where it was not named itself */
export function checkName(rn: string, { taxId }: Asked = {}): Issue[] {
  if (NAME.test(rn)) return [];
  const name = JSON.stringify(rn.slice(0, 120));
  return taxId === undefined
    ? [issue('#RN', 'RN', `${name} is no register name`)]
    : [issue('#RN', 'TaxId', `TaxId, TL and TT make the name of the register, and ${name} is none`)];
}

/** How many registers may be set up, and what a till hears that would be one too many. Those that are there stay. */
export interface RegisterLimit {
  most(): number;
  code: '#CLOUD_FULL' | '#REGISTERS_FULL';
  /** Places of companies; left out where all registers are of one shop. */
  places?: Places;
}

const NO_LIMIT: RegisterLimit = { most: () => Infinity, code: '#REGISTERS_FULL' };

/** The registers of one data root. */
export class Registers {
  private readonly services: RegisterServices;
  private readonly open = new Map<string, Promise<Register>>();
  /** Names that have records. */
  private readonly known: Set<string>;
  private readonly companies = new Companies();
  private readonly whose: WhichRegister;
  /** Names that are being restored from a backup. */
  private readonly held = new Set<string>();
  /** Names that are getting their first configuration. */
  private readonly coming = new Set<string>();
  private readonly limit: RegisterLimit;

  private constructor(services: RegisterServices, known: readonly string[], limit: RegisterLimit) {
    this.services = services;
    this.known = new Set(known);
    this.limit = limit;
    this.whose = new WhichRegister(this.companies, services.terminals);
    services.workstations = (cfg) => this.companies.workstations(cfg);
  }

  /** Opens all registers of the journal. */
  static async load(services: RegisterServices, limit = NO_LIMIT): Promise<Registers> {
    const registers = new Registers(services, services.journal.registerNames(), limit);
    const all = await Promise.all([...registers.known].map((rn) => registers.at(rn)));
    // Should two of them have numbered one terminal, the one with more records goes on with it.
    for (const register of all.sort((a, b) => b.nextSq - a.nextSq)) register.claimTerminals();
    return registers;
  }

  /** Names of the registers that have records, `def` first. */
  get names(): string[] {
    const others = [...this.known].filter((rn) => rn !== DEFAULT_NAME).sort();
    return this.known.has(DEFAULT_NAME) || others.length === 0 ? [DEFAULT_NAME, ...others] : others;
  }

  /** Whether there is a register of this name, without putting all of them in order. */
  has(rn: string): boolean {
    return this.known.has(rn) || (rn === DEFAULT_NAME && this.known.size === 0);
  }

  /** The countries of all registers that have records. */
  async countries(): Promise<Country[]> {
    const registers = await Promise.all([...this.known].map((rn) => this.at(rn)));
    return [...new Set(registers.flatMap(({ country }) => country ?? []))];
  }

  /** The register of this name, however it spells a tax id, if it has records, or `def`; else null. */
  async find(rn: string): Promise<Register | null> {
    const name = this.spelled(rn);
    return this.known.has(name) || name === DEFAULT_NAME ? this.at(name) : null;
  }

  /** Which register a request is for; it need not be there. */
  which(asked: Asked): Which {
    return this.whose.of(asked);
  }

  /** The language of a register, or of `def` where there is none of that name; undefined where neither has a country yet. */
  languageOf(rn: string): string | undefined {
    const { cfg } = this.companies.get(this.spelled(rn)) ?? this.companies.get(DEFAULT_NAME) ?? {};
    return cfg && countryFor(cfg).language;
  }

  /** The company of a tax id; null when it cannot be known which one is meant. */
  companyOf(taxId: string): Company | null {
    return this.companies.of(taxId);
  }

  /** The register that numbers a terminal of a company; undefined where none has yet. */
  numbererOf(terminal: CompanyTerminal): string | undefined {
    return this.services.terminals.ownerOf(terminal);
  }

  /**
   * Keeps a name for whoever restores its register: until {@link Registers.release}
   * or {@link Registers.restored} every request for it is refused.
   * @returns false when the name has records, or is held already
   */
  async hold(rn: string): Promise<boolean> {
    // Whoever is being set up may find a place, and has the name then.
    if (this.known.has(this.spelled(rn)) || this.coming.has(rn) || this.held.has(rn)) return false;
    this.held.add(rn);
    // A configuration may be on its way to the journal.
    const open = await this.open.get(rn)?.catch(() => null);
    await open?.settled();
    if (!this.known.has(rn)) return true;
    this.held.delete(rn);
    return false;
  }

  /** Nothing was restored. */
  release(rn: string): void {
    this.held.delete(rn);
  }

  /** Opens a register whose records are in the journal now. */
  async restored(rn: string): Promise<void> {
    this.open.delete(rn);
    this.held.delete(rn);
    this.known.add(rn);
    (await this.at(rn)).claimTerminals();
  }

  /** What there is to say against a configuration of a register, there or not; nothing is stored. Null: without a company. */
  async checkCfg(name: string, cfg: Partial<Cfg>): Promise<CheckedCfg | null> {
    const rn = this.spelled(name);
    const register = (await this.find(rn)) ?? this.unknown(rn);
    const checked = register.configuration.check(cfg, (whole) => withTerminal(rn, whole));
    const evading = this.evading(rn, cfg);
    return checked && { ...checked, issues: [...checked.issues, ...(evading ? [evading.issue] : [])] };
  }

  /**
   * Stores a configuration for a register, which is created by it.
   * @param isWanted asked when its turn has come: a reason against storing it
   */
  async configure(
    name: string,
    cfg: Partial<Cfg>,
    isWanted?: (register: Register) => Issue | null,
  ): Promise<TraC> {
    const rn = this.spelled(name);
    if (this.held.has(rn)) return beingRestored(rn, this.languageOf(rn));
    const evading = this.evading(rn, cfg);
    if (evading) return refusal('BAD', [evading.issue], evading.language);
    const isNew = !this.known.has(rn) && !this.coming.has(rn);
    if (isNew && this.known.size + this.coming.size >= this.limit.most()) {
      return this.noRoom(
        cfg,
        `${rn} would be one register too many: this service holds ${this.limit.most()}`,
      );
    }
    if (isNew) this.coming.add(rn);
    try {
      // Before it is opened: made-up names that are refused leave nothing behind.
      const known = this.known.has(rn) ? await this.at(rn) : null;
      const noPlace = await this.takePlace(rn, known, cfg);
      if (noPlace) return noPlace;
      const register = known ?? (await this.at(rn));
      const answer = await register.configuration.set(
        cfg,
        (whole) => withTerminal(rn, whole),
        isWanted && (() => isWanted(register)),
      );
      if (register.cfg) this.known.add(rn);
      this.note(register);
      await this.limit.places?.settle(rn, register.cfg !== null);
      return answer;
    } finally {
      if (isNew) this.coming.delete(rn);
    }
  }

  /**
   * Refuses a company that sells here under a fiscal law, in a country without one: its sales
   * would look like the others, and be in no file for the authority.
   */
  private evading(rn: string, { Cmp }: Partial<Cfg>): { issue: Issue; language: string } | null {
    if (!Cmp || countryOf(Cmp.Ctry).practice) return null;
    const lawful = this.companies
      .abroad({ Cmp })
      .find((other) => other.rn !== rn && countryOf(other.cfg.Cmp.Ctry).practice !== undefined);
    if (!lawful) return null;
    const text = `register ${lawful.rn} has this company in ${lawful.cfg.Cmp.Ctry}; its sales cannot be registered outside of that country's law`;
    return { issue: issue('#CFG', 'Cfg.Cmp.Ctry', text), language: countryOf(Cmp.Ctry).language };
  }

  /**
   * Gives a register a place of its company, where companies have places and it has none.
   * @param register null: it is not there yet
   * @param cfg the configuration that it is to get
   * @returns the refusal when there is none left
   */
  private async takePlace(
    rn: string,
    register: Register | null,
    cfg: Partial<Cfg> = {},
  ): Promise<TraC | null> {
    const { places } = this.limit;
    const company = companyOf({ ...register?.cfg, ...cfg });
    if (!places || company === undefined || (register?.cfg && places.has(register))) return null;
    const all = await Promise.all(this.companies.ownedBy(company).map((name) => this.at(name)));
    if (places.take(rn, company, all)) return null;
    const text = `${rn} would be one register too many of its company: ${places.most} have a place here`;
    return this.noRoom(register?.cfg ?? cfg, text);
  }

  private noRoom({ Cmp }: Partial<Cfg>, text: string): TraC {
    const language = Cmp ? countryOf(Cmp.Ctry).language : 'en';
    return refusal('NO', [issue(this.limit.code, '', text)], language);
  }

  /** Where a transaction goes that will be registered: its till may come back to a register without a place. */
  private async atWork(register: Register): Promise<Route> {
    const noPlace = register.cfg && (await this.takePlace(register.rn, register));
    if (noPlace) return { refused: noPlace };
    await this.limit.places?.settle(register.rn, true);
    return { register };
  }

  /**
   * The register a transaction is for: by ESR.TaxId with TL and TT, then query
   * TaxId, then query RN, then `def`. A new register of a configured company
   * inherits its configuration, and is not created for a preview.
   */
  async route(body: Tree, address: Address, preview = false): Promise<Route> {
    const esr = rawEsr(body);
    const taxId = esr.TaxId ?? address.taxId;
    const said = namedTerminal(esr);
    const which = this.which({ taxId, rn: address.rn, ...address.terminal, ...said });
    const language = () => this.languageOf('rn' in which ? which.rn : DEFAULT_NAME);
    if ('unclear' in which) return { refused: refusal('BAD', [which.unclear], language() ?? 'en') };
    const { rn, fresh } = which;
    const issues = checkName(rn, { taxId });
    if (issues.length > 0) return { refused: refusal('BAD', issues, language() ?? 'en') };
    if (this.held.has(rn)) return { refused: beingRestored(rn, language()) };
    nameTerminal(body, said, address.terminal);
    const found = await this.find(rn);
    const other = found?.cfg && otherCompany(found, taxId);
    if (other) return { refused: other };
    if (found?.cfg) return preview ? { register: found } : this.atWork(found);
    // What is being restored may number this terminal; a new register would give its numbers again.
    const [held] = taxId === undefined && !fresh ? [] : this.held;
    if (held !== undefined) return { refused: beingRestored(held, language()) };
    return fresh ? this.setUp(rn, fresh, preview) : { register: found ?? this.unknown(rn) };
  }

  /** Sets up the register of a new terminal with what its company has told. */
  private async setUp(rn: string, { TL, TT, company }: Fresh, preview: boolean): Promise<Route> {
    const { cfg } = company.newest!;
    const location = firstOf(company.at(TL, undefined))?.cfg.Loc;
    const trm: NonNullable<Cfg['Trm']> = { ...cfg.Trm, TT };
    // It is that of the till the configuration comes from, and names a device to the authorities.
    delete trm.Serial;
    const inherited = { ...cfg, Loc: { ...location, TL }, Trm: trm };
    if (preview) return { register: Register.imagined(rn, this.services, inherited) };
    const answer = await this.configure(rn, inherited);
    const register = await this.find(rn);
    // A configuration that the country refuses (a terminal name, say) is the receipt's fault.
    return register?.cfg ? { register } : { refused: answer };
  }

  private spelled(rn: string): string {
    const which = this.whose.named(rn);
    return this.known.has(rn) || 'unclear' in which || which.fresh ? rn : which.rn;
  }

  private note({ rn, cfg, lastCfg }: Register): void {
    if (cfg && lastCfg) this.companies.set(rn, cfg, lastCfg.D);
  }

  /**
   * Stands for a name without records; its answer says what is missing. Not opened
   * from the journal: its configuration may just be on the way there, and two
   * registers of one name would give the same numbers.
   */
  private unknown(rn: string): Register {
    return Register.unconfigured(rn, this.services);
  }

  private at(rn: string): Promise<Register> {
    if (this.held.has(rn)) return Promise.resolve(this.unknown(rn));
    let register = this.open.get(rn);
    if (!register) {
      register = Register.open(rn, this.services);
      this.open.set(rn, register);
      register.then(
        (opened) => this.note(opened),
        () => undefined,
      );
      // A failed start of a register must not stick.
      register.catch(() => this.open.delete(rn));
    }
    return register;
  }
}

function beingRestored(rn: string, language = 'en'): TraC {
  const text = `register ${rn} is being restored from a backup; see GET /backup/info`;
  return refusal('NO', [issue('#RESTORING', '', text)], language);
}

/** Refuses to sell for one company at the register of another: its name and number would be signed. */
function otherCompany({ rn, cfg, country }: Register, taxId: string | undefined): TraC | null {
  const { TaxId, Ctry } = cfg!.Cmp;
  if (taxId === undefined || sameTaxId(TaxId, taxId, Ctry)) return null;
  const text = `register ${rn} is of company ${TaxId}: leave TaxId out, or configure a register of ${taxId}`;
  return refusal('BAD', [issue('#REGISTER_UNCLEAR', 'ESR.TaxId', text)], country?.language ?? 'en');
}

/** Writes the terminal that the address names into the record, where the record itself names none. @param said by the record */
function nameTerminal(
  body: Tree,
  said: NonNullable<Address['terminal']>,
  terminal: Address['terminal'] = {},
): void {
  const esr = own(unwrap(body)?.tra ?? emptyTree(), 'ESR');
  if (!isTree(esr)) return;
  for (const name of ['TL', 'TT'] as const)
    if (said[name] === undefined && terminal[name] !== undefined) esr[name] = terminal[name];
}

interface RawEsr {
  TaxId?: string;
  TL?: string;
  TT?: string;
}

/** The values that choose the register, before the record is checked. */
function rawEsr(body: Tree): RawEsr {
  const tra = unwrap(body)?.tra;
  const esr = tra && own(tra, 'ESR');
  const result: RawEsr = {};
  if (!isTree(esr)) return result;
  for (const name of ['TaxId', 'TL', 'TT'] as const) {
    const value = own(esr, name);
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
      result[name] = String(value);
  }
  return result;
}

/** A name `<TaxId>$<TL>_<TT>` says location and terminal where the configuration does not. */
function withTerminal(rn: string, cfg: Cfg): Cfg {
  const m = /^[^$]+\$(.+)_([^_]+)$/.exec(rn);
  if (!m) return cfg;
  return { ...cfg, Loc: { TL: m[1]!, ...cfg.Loc }, Trm: { TT: m[2]!, ...cfg.Trm } };
}
