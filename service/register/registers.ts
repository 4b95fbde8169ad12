/**
 * All registers of the service, and which one a request is for (doc 2, register
 * names; answers 18). A register is opened when it is first asked for.
 */
import { countryOf } from '../countries/list.ts';
import type { Country } from '../countries/contract.ts';
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { own, unwrap } from '../receipt/envelope.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { terminal } from '../receipt/complete.ts';
import { refusal } from './outcomes.ts';
import { Register } from './register.ts';
import type { RegisterServices } from './requests.ts';

/** Name of the register that is used when none is named. */
export const DEFAULT_NAME = 'def';

/** Who a transaction says it is for. */
export interface Address {
  /** Query parameter TaxId. */
  taxId?: string | undefined;
  /** Query parameter RN. */
  rn?: string | undefined;
  /** Terminal of who asks, where the record names none; else that of the company's configuration. */
  terminal?: { TL: string; TT: string } | undefined;
}

/** Where a transaction goes, or the answer when it can go nowhere. */
export type Route = { register: Register } | { refused: TraC };

/** Letters, digits, blank and `. _ - $`; it also names a folder, so no path may be built with it. */
const NAME = /^(?!.*\.\.)[\p{L}\p{N}](?:[\p{L}\p{N} ._$-]{0,98}[\p{L}\p{N}_$-])?$/u;

/** Checks a register name. */
export function checkName(rn: string): Issue[] {
  return NAME.test(rn) ? [] : [issue('#RN', 'RN', `${JSON.stringify(rn.slice(0, 120))} is no register name`)];
}

/** How many registers may be set up, and what a till hears that would be one too many. Those that are there stay. */
export interface RegisterLimit {
  most(): number;
  code: '#CLOUD_FULL' | '#REGISTERS_FULL';
}

const NO_LIMIT: RegisterLimit = { most: () => Infinity, code: '#REGISTERS_FULL' };

/** The registers of one data root. */
export class Registers {
  private readonly services: RegisterServices;
  private readonly open = new Map<string, Promise<Register>>();
  /** Names that have records. */
  private readonly known: Set<string>;
  /** Names that are being restored from a backup. */
  private readonly held = new Set<string>();
  /** Names that are getting their first configuration. */
  private readonly coming = new Set<string>();
  private readonly limit: RegisterLimit;

  private constructor(services: RegisterServices, known: readonly string[], limit: RegisterLimit) {
    this.services = services;
    this.known = new Set(known);
    this.limit = limit;
  }

  /** Opens all registers of the journal. */
  static async load(services: RegisterServices, limit = NO_LIMIT): Promise<Registers> {
    const registers = new Registers(services, services.journal.registerNames(), limit);
    await Promise.all([...registers.known].map((rn) => registers.at(rn)));
    return registers;
  }

  /** Names of the registers that have records, `def` first. */
  get names(): string[] {
    const others = [...this.known].filter((rn) => rn !== DEFAULT_NAME).sort();
    return this.known.has(DEFAULT_NAME) || others.length === 0 ? [DEFAULT_NAME, ...others] : others;
  }

  /** The countries of all registers that have records. */
  async countries(): Promise<Country[]> {
    const registers = await Promise.all([...this.known].map((rn) => this.at(rn)));
    return [...new Set(registers.flatMap(({ country }) => country ?? []))];
  }

  /** The register of this name if it has records, or `def`; else null. */
  async find(rn: string): Promise<Register | null> {
    return this.known.has(rn) || rn === DEFAULT_NAME ? this.at(rn) : null;
  }

  /**
   * Keeps a name for whoever restores its register: until {@link Registers.release}
   * or {@link Registers.restored} every request for it is refused.
   * @returns false when the name has records, or is held already
   */
  async hold(rn: string): Promise<boolean> {
    if (this.known.has(rn) || this.held.has(rn)) return false;
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
    await this.at(rn);
  }

  /** Stores a configuration for a register, which is created by it. */
  async configure(rn: string, cfg: Partial<Cfg>): Promise<Awaited<ReturnType<Register['configure']>>> {
    if (this.held.has(rn)) return beingRestored(rn);
    const isNew = !this.known.has(rn) && !this.coming.has(rn);
    if (isNew && this.known.size + this.coming.size >= this.limit.most()) return this.noRoom(rn, cfg);
    if (isNew) this.coming.add(rn);
    try {
      const register = await this.at(rn);
      const answer = await register.configure(cfg, (whole) => withTerminal(rn, whole));
      if (register.cfg) this.known.add(rn);
      return answer;
    } finally {
      if (isNew) this.coming.delete(rn);
    }
  }

  private noRoom(rn: string, { Cmp }: Partial<Cfg>): TraC {
    const text = `${rn} would be one register too many: this service holds ${this.limit.most()} at most`;
    const language = Cmp ? countryOf(Cmp.Ctry).language : 'en';
    return refusal('NO', [issue(this.limit.code, '', text)], language);
  }

  /** Name of the register of a company's terminal: `def` if it is set up for it, else who numbers it, else its own. */
  async nameFor(taxId: string, TL: string, TT: string): Promise<string> {
    const def = await this.at(DEFAULT_NAME);
    if (isFor(def.cfg, taxId, TL, TT)) return DEFAULT_NAME;
    return (await this.ownerOf(taxId, TL, TT)) ?? `${taxId}$${TL}_${TT}`;
  }

  /**
   * The register a transaction is for: by ESR.TaxId with TL and TT, then query
   * TaxId, then query RN, then `def`. A new register of a configured company
   * inherits its configuration, and is not created for a preview.
   */
  async route(body: Tree, address: Address, preview = false): Promise<Route> {
    const esr = rawEsr(body);
    const taxId = esr.TaxId ?? address.taxId;
    if (taxId !== undefined) return this.routeByCompany(taxId, esr, address, preview);
    const rn = address.rn ?? DEFAULT_NAME;
    const issues = checkName(rn);
    if (issues.length > 0) return { refused: refusal('BAD', issues, 'en') };
    if (this.held.has(rn)) return { refused: beingRestored(rn) };
    return { register: (await this.find(rn)) ?? this.unknown(rn) };
  }

  /** Who numbers a terminal of a company, by the law of its country. */
  private async ownerOf(taxId: string, TL: string, TT: string): Promise<string | undefined> {
    const company = await this.configurationOf(taxId);
    const numbering = company && countryOf(company.Cmp.Ctry).numbering?.(TL, TT);
    return numbering ? this.services.terminals.ownerOf(taxId, numbering) : undefined;
  }

  private async routeByCompany(
    taxId: string,
    esr: RawEsr,
    address: Address,
    preview: boolean,
  ): Promise<Route> {
    const company = await this.configurationOf(taxId);
    const { TL, TT } = terminal(esr, address.terminal ?? configuredTerminal(company));
    const rn = await this.nameFor(taxId, TL, TT);
    const issues = checkName(rn);
    if (issues.length > 0) return { refused: refusal('BAD', issues, 'en') };
    const found = await this.find(rn);
    if (found?.cfg) return { register: found };
    // What is being restored may number this terminal; a new register would give its numbers again.
    const [held] = this.held;
    if (held !== undefined) return { refused: beingRestored(held) };
    if (!company) return { register: this.unknown(rn) };
    const location = company.Loc?.TL === TL ? company.Loc : { TL };
    const inherited = { ...company, Loc: location, Trm: { ...company.Trm, TT } };
    if (preview) return { register: Register.imagined(rn, this.services, inherited) };
    const answer = await this.configure(rn, inherited);
    const register = await this.find(rn);
    // A configuration that the country refuses (a terminal name, say) is the receipt's fault.
    return register?.cfg ? { register } : { refused: answer };
  }

  /** The configurations of all registers of a company. */
  async configurationsOf(taxId: string): Promise<Cfg[]> {
    const registers = await Promise.all([...this.known].map((rn) => this.at(rn)));
    return registers.flatMap(({ cfg }) => (cfg?.Cmp.TaxId === taxId ? [cfg] : []));
  }

  /** The newest configuration of any register of the company. */
  private async configurationOf(taxId: string): Promise<Cfg | null> {
    let newest: { at: string; cfg: Cfg } | null = null;
    for (const rn of this.known) {
      const { cfg, lastCfg } = await this.at(rn);
      if (cfg?.Cmp.TaxId === taxId && lastCfg && lastCfg.D >= (newest?.at ?? ''))
        newest = { at: lastCfg.D, cfg };
    }
    return newest?.cfg ?? null;
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
      // A failed start of a register must not stick.
      register.catch(() => this.open.delete(rn));
    }
    return register;
  }
}

function beingRestored(rn: string): TraC {
  const text = `register ${rn} is being restored from a backup; see GET /backup/info`;
  return refusal('NO', [issue('#RESTORING', '', text)], 'en');
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
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      result[name] = String(value);
  }
  return result;
}

function isFor(cfg: Cfg | null, taxId: string, TL: string, TT: string): boolean {
  const own = configuredTerminal(cfg);
  return cfg?.Cmp.TaxId === taxId && own.TL === TL && own.TT === TT;
}

/** A name `<TaxId>$<TL>_<TT>` says location and terminal where the configuration does not. */
function withTerminal(rn: string, cfg: Cfg): Cfg {
  const m = /^[^$]+\$(.+)_([^_]+)$/.exec(rn);
  if (!m) return cfg;
  return { ...cfg, Loc: { TL: m[1]!, ...cfg.Loc }, Trm: { TT: m[2]!, ...cfg.Trm } };
}
