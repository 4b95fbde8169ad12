/**
 * The signature units that were set up for this installation, in order of
 * preference: `gbl/signature-units.json` without secrets; each unit's one secret
 * (password, token, private key or PIN) lies in the vault under its id. Cards in
 * readers are found by themselves: they have one place in the order, `cards`.
 */
import fs from 'node:fs/promises';
import type { Log } from '../log.ts';
import type { Json } from '../receipt/json.ts';
import { isTree } from '../receipt/tree.ts';
import { keepAside, writeDurably } from './durable-file.ts';
import { isSetting, type UnitFields, type UnitSetting } from './signature-unit.ts';

/** Where secrets lie. */
interface Secrets {
  get(name: string): Json | undefined;
  set(name: string, value: Json): Promise<void>;
}

/** What the file says. */
interface Content {
  units: readonly UnitSetting[];
  /** Number of the next unit: ids are never given twice, because log and journal may name them. */
  next: number;
}

/** Id of the place of all cards. */
export const CARDS = 'cards';

/** More units than any shop has. */
export const MAX_UNITS = 50;

const NONE: Content = { units: [{ id: CARDS, type: 'cards' }], next: 1 };

/** The units in force. A unit that was changed in any way, its secret included, is another object. */
export class SignatureUnits {
  private readonly file: string;
  private readonly secrets: Secrets;
  private content: Content;
  /** The last change under way; the next one waits for it. */
  private changing: Promise<unknown> = Promise.resolve();

  private constructor(file: string, secrets: Secrets, content: Content) {
    this.file = file;
    this.secrets = secrets;
    this.content = content;
  }

  /** Reads the file; one that cannot be read is kept beside a new one, and selling goes on without its units. */
  static async open(file: string, secrets: Secrets, log: Pick<Log, 'error'>): Promise<SignatureUnits> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const content = text === null ? NONE : read(text);
    if (content) return new SignatureUnits(file, secrets, content);
    const copy = await keepAside(file);
    log.error(`${file} cannot be read and is kept as ${copy}: set the signature units up again`);
    return new SignatureUnits(file, secrets, NONE);
  }

  /** All units, the place of cards among them, in order of preference. */
  get list(): readonly UnitSetting[] {
    return this.content.units;
  }

  /** A unit by its id. */
  find(id: string): UnitSetting | undefined {
    return this.list.find((unit) => unit.id === id);
  }

  /** The secret of a unit; undefined when there is none, or it was lost. */
  secret(id: string): string | undefined {
    const value = this.secrets.get(secretName(id));
    return typeof value === 'string' ? value : undefined;
  }

  /**
   * Adds a unit behind the others; resolves when it is on disk.
   * @returns null when there are too many
   */
  add(fields: UnitFields, secret: string): Promise<UnitSetting | null> {
    return this.inTurn(async () => {
      const { units, next } = this.content;
      if (units.length >= MAX_UNITS) return null;
      const unit: UnitSetting = { id: `${fields.type}-${next}`, ...fields };
      // First, so that no unit stands in the list without it.
      await this.secrets.set(secretName(unit.id), secret);
      await this.store({ units: [...units, unit], next: next + 1 });
      return unit;
    });
  }

  /**
   * Puts another description in a unit's place.
   * @param secret the new one; undefined keeps the old one
   * @returns false when there is no such unit
   */
  change(setting: UnitSetting, secret?: string): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.find(setting.id)) return false;
      if (secret !== undefined) await this.secrets.set(secretName(setting.id), secret);
      await this.store({
        ...this.content,
        units: this.list.map((unit) => (unit.id === setting.id ? { ...setting } : unit)),
      });
      return true;
    });
  }

  /**
   * Removes a unit and its secret.
   * @returns false when there is no such unit, or it is the place of cards
   */
  remove(id: string): Promise<boolean> {
    return this.inTurn(async () => {
      if (id === CARDS || !this.find(id)) return false;
      await this.store({ ...this.content, units: this.list.filter((unit) => unit.id !== id) });
      await this.secrets.set(secretName(id), null);
      return true;
    });
  }

  /**
   * Moves a unit by one place.
   * @returns false when there is no such unit, or it is at that end already
   */
  move(id: string, direction: 'up' | 'down'): Promise<boolean> {
    return this.inTurn(async () => {
      const at = this.list.findIndex((unit) => unit.id === id);
      const to = direction === 'up' ? at - 1 : at + 1;
      const other = this.list[to];
      if (at < 0 || !other) return false;
      const units = [...this.list];
      units[to] = units[at]!;
      units[at] = other;
      await this.store({ ...this.content, units });
      return true;
    });
  }

  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.changing.then(change);
    this.changing = changed.catch(() => undefined);
    return changed;
  }

  private async store(content: Content): Promise<void> {
    await writeDurably(this.file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
    this.content = content;
  }
}

function secretName(id: string): string {
  return `signature-unit/${id}`;
}

function read(text: string): Content | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTree(value) || !Array.isArray(value.units) || !Number.isSafeInteger(value.next)) return null;
  const units: unknown[] = value.units;
  if (!units.every(isSetting)) return null;
  const ids = new Set(units.map(({ id }) => id));
  if (ids.size !== units.length || units.length > MAX_UNITS) return null;
  const cards: UnitSetting[] = ids.has(CARDS) ? [] : [{ id: CARDS, type: 'cards' }];
  return { units: [...cards, ...units], next: value.next as number };
}
