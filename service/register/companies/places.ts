/**
 * Places of companies on a cloud register (doc 2: up to 100 POS installations per cloud register of a company).
 * A register has a place while its till uses it. Its records stay whatever becomes of the place; a till that comes
 * back goes on where it was, if there is a place for it.
 */
import fs from 'node:fs/promises';
import { localTime, type Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { own } from '../../receipt/envelope.ts';
import { isTree } from '../../receipt/tree.ts';
import { keepAside, writeDurably } from '../../settings/durable-file.ts';
import type { Register } from '../register.ts';

/** A till of which nothing was heard for so long has no place any more: longer than any holidays, shorter than a year. */
export const IDLE_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

/** What places are looked after with. */
export interface PlacesParts {
  /** Registers of one company at most. */
  most: () => number;
  clock: Clock;
  log: Log;
}

/** Id of the company at the portal that a configuration names; undefined for registers of nobody's (see CR3). */
export function companyOf({ Cloud }: Partial<Cfg>): string | undefined {
  const id = isTree(Cloud) ? own(Cloud, 'CompanyId') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Who has a place. */
export class Places {
  private readonly file: string;
  private readonly parts: PlacesParts;
  /** Registers whose place a manager has freed. */
  private readonly freed: Set<string>;
  /** Registers that have got a place since the start, with the local time. */
  private readonly taken = new Map<string, { company: string; at: string }>();
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, freed: readonly string[], parts: PlacesParts) {
    this.file = file;
    this.freed = new Set(freed);
    this.parts = parts;
  }

  /** Reads the file; one that cannot be read is kept beside a new one, and all registers have their places. */
  static async open(file: string, parts: PlacesParts): Promise<Places> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    });
    const freed = read(text);
    if (!freed) {
      const kept = await keepAside(file);
      parts.log.error(
        `${file} cannot be read and is kept as ${kept}: places that were freed are taken again`,
      );
    }
    return new Places(file, freed ?? [], parts);
  }

  /** Registers of one company at most. */
  get most(): number {
    return this.parts.most();
  }

  /** Whether a register has a place. */
  has(register: Register): boolean {
    if (this.freed.has(register.rn)) return false;
    return this.activity(register) >= this.idleSince();
  }

  /** When the till of a register was last heard of, local time; empty for never. */
  activity(register: Register): string {
    const taken = this.taken.get(register.rn)?.at ?? '';
    return taken > register.activity ? taken : register.activity;
  }

  /**
   * Gives a register of a company a place. Nothing else happens meanwhile, so that of many that want the last one
   * one gets it.
   * @param registers those of the company, at least
   * @returns false when the company has all of its places in use
   */
  take(rn: string, company: string, registers: readonly Register[]): boolean {
    const others = new Set<string>();
    for (const register of registers) {
      if (register.cfg && companyOf(register.cfg) === company && this.has(register)) others.add(register.rn);
    }
    // Some of them may be without a configuration yet, or are just coming back.
    const since = this.idleSince();
    for (const [name, taken] of this.taken) {
      if (taken.company === company && taken.at >= since) others.add(name);
    }
    others.delete(rn);
    if (others.size >= this.most) return false;
    this.taken.set(rn, { company, at: localTime(this.parts.clock.now()) });
    return true;
  }

  /** A register has come back and has a place for good, or was not set up after all. */
  async settle(rn: string, isSetUp: boolean): Promise<void> {
    if (!isSetUp) this.taken.delete(rn);
    else if (this.freed.delete(rn)) await this.store();
  }

  /** Frees the place of a register until its till comes back. */
  async free(rn: string): Promise<void> {
    this.taken.delete(rn);
    this.freed.add(rn);
    await this.store();
    this.parts.log.info(`the place of register ${rn} was freed`);
  }

  private idleSince(): string {
    return localTime(this.parts.clock.now() - IDLE_DAYS * DAY_MS);
  }

  /** In force at once; on disk when the promise resolves. */
  private store(): Promise<void> {
    const text = `${JSON.stringify([...this.freed].sort(), null, 2)}\n`;
    this.writing = this.writing.catch(() => undefined).then(() => writeDurably(this.file, text, 0o600));
    return this.writing;
  }
}

function read(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((rn) => typeof rn === 'string') ? value : null;
  } catch {
    return null;
  }
}
