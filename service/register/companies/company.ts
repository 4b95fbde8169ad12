/**
 * The registers of one company by what requests say of them. A look-up costs the same
 * however many there are; only a configuration that takes the newest one away lets all
 * of them be looked at once.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import { companyOf } from './places.ts';

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

/** Some registers, by name. */
export type Some = ReadonlyMap<string, Configured>;

/** Name of a register that begins with its company's tax id, and what follows. */
const OF_COMPANY = /^([^$]+)\$(.+)$/;

/** Both parts of a register's name `<TaxId>$<rest>`; null for other names. */
export function splitName(rn: string): { taxId: string; rest: string } | null {
  const [, taxId, rest] = OF_COMPANY.exec(rn) ?? [];
  return taxId === undefined || rest === undefined ? null : { taxId, rest };
}

const NONE: Some = new Map();

/** Registers by key, in the order in which they came. */
export class Groups {
  private readonly groups = new Map<string, Map<string, Configured>>();

  /** Registers of a key. */
  of(key: string): Some {
    return this.groups.get(key) ?? NONE;
  }

  /** Keys that have registers. */
  get keys(): readonly string[] {
    return [...this.groups.keys()];
  }

  /** Puts a register behind those that have the key. */
  add(key: string, register: Configured): void {
    const group = this.groups.get(key) ?? new Map<string, Configured>();
    this.groups.set(key, group.set(register.rn, register));
  }

  /** Takes a register out. */
  delete(key: string, rn: string): void {
    const group = this.groups.get(key);
    group?.delete(rn);
    if (group?.size === 0) this.groups.delete(key);
  }
}

/** The registers of one company. */
export class Company {
  private readonly registers = new Map<string, Configured>();
  private readonly byLocation = new Groups();
  /** By the terminal's number alone, which locations may share. */
  private readonly byNumber = new Groups();
  private readonly byTerminal = new Groups();
  private readonly byName = new Groups();
  private readonly byOwner = new Groups();
  /** Undefined: to be looked for. */
  private last: Configured | undefined;

  /** How many registers it has. */
  get size(): number {
    return this.registers.size;
  }

  /** The one that has been here longest. */
  get first(): Configured | undefined {
    return firstOf(this.registers);
  }

  /** The one whose configuration was stored last. */
  get newest(): Configured | undefined {
    if (!this.last) for (const register of this.registers.values()) this.last = later(this.last, register);
    return this.last;
  }

  /** Its only location, else null. */
  get onlyLocation(): string | null {
    const [location, ...others] = this.byLocation.keys;
    return location === undefined || others.length > 0 ? null : location;
  }

  /** Ids at the portal that its configurations name. */
  get owners(): readonly string[] {
    return this.byOwner.keys;
  }

  /** A register of it by its name. */
  get(rn: string): Configured | undefined {
    return this.registers.get(rn);
  }

  /** Those that are set up for a location, a terminal or both; all when neither is said. */
  at(TL: string | undefined, TT: string | undefined): Some {
    if (TL === undefined) return TT === undefined ? this.registers : this.byNumber.of(TT);
    return TT === undefined ? this.byLocation.of(TL) : this.byTerminal.of(terminal(TL, TT));
  }

  /** Those whose name says this behind the tax id. */
  named(rest: string): Some {
    return this.byName.of(rest);
  }

  /** Notes the configuration in force of a register. */
  set(register: Configured): void {
    this.delete(register.rn);
    this.registers.set(register.rn, register);
    for (const [groups, key] of this.keysOf(register)) groups.add(key, register);
    if (this.last) this.last = later(this.last, register);
  }

  /** Forgets a register. */
  delete(rn: string): void {
    const register = this.registers.get(rn);
    if (!register) return;
    this.registers.delete(rn);
    for (const [groups, key] of this.keysOf(register)) groups.delete(key, rn);
    if (this.last === register) this.last = undefined;
  }

  private keysOf({ rn, cfg, TL, TT }: Configured): [Groups, string][] {
    const keys: [Groups, string][] = [
      [this.byLocation, TL],
      [this.byNumber, TT],
      [this.byTerminal, terminal(TL, TT)],
    ];
    const name = splitName(rn);
    if (name) keys.push([this.byName, name.rest]);
    const owner = companyOf(cfg);
    if (owner !== undefined) keys.push([this.byOwner, owner]);
    return keys;
  }
}

/** The first of some registers. */
export function firstOf(registers: Some): Configured | undefined {
  return registers.values().next().value;
}

/** Of two that were stored at the same time, the one that came later. */
function later(a: Configured | undefined, b: Configured): Configured {
  return a && a.since > b.since ? a : b;
}

function terminal(TL: string, TT: string): string {
  return JSON.stringify([TL, TT]);
}
