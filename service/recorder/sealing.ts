/**
 * Sealing of records for the archive (receipt/sealed.ts), as the company chooses by its
 * profile. Which records of a register are sealed, and by which key, is on disk before the
 * first of them is read for the portal, and never changes for a record: sent again, it must
 * be the same bytes.
 */
import type { Json } from '../receipt/json.ts';
import { isKeyId, readCompanyKey } from '../receipt/company-key.ts';
import { RegisterSeal } from '../receipt/sealed.ts';
import { isTree } from '../receipt/tree.ts';
import { isOff } from '../settings/attributes.ts';
import type { Problem } from '../wire.ts';
import type { LineSource } from './batches.ts';

/** Profile attributes, as they are set. */
export interface SealSettings {
  /** `Recorder_Seal`: id of the key, or off; undefined: as it was. */
  seal: string | undefined;
  /** `Recorder_SealKey`. */
  key: string | undefined;
}

/** What sealing works with. */
export interface SealingParts {
  vault: { get(name: string): Json | undefined; set(name: string, value: Json): Promise<void> };
  /** What the portal in use is called in the vault: one for trials knows other records. */
  world: string;
  settings: () => SealSettings;
}

/** From a record on: id of the key, null for open records. */
type Period = [from: number, id: string | null];

/** What is kept. */
interface Kept {
  /** What the profile said last; counts while it says nothing. */
  wanted: string | null;
  /** Keys that have ever been in force, as text, by id. */
  keys: Record<string, string>;
  /** In order; none: open from the first record on. */
  registers: Record<string, Period[]>;
}

/** See above. */
export class Sealing {
  private readonly parts: SealingParts;
  private readonly name: string;
  private kept: Kept;
  /** One write after the other: each holds all registers. */
  private writing: Promise<unknown> = Promise.resolve();
  /** A key that came from another machine, until it is on disk. */
  private given = '';
  /** Where a period begins that is not on disk yet, by register. */
  private readonly begun = new Map<string, number>();
  private readonly seals = new Map<string, RegisterSeal>();

  constructor(parts: SealingParts) {
    this.parts = parts;
    this.name = `${parts.world}.seal`;
    const kept = parts.vault.get(this.name);
    const none: Kept = { wanted: null, keys: {}, registers: {} };
    this.kept = isTree(kept) ? { ...none, ...(kept as unknown as Partial<Kept>) } : none;
  }

  /** Records of a register are sealed, or are to be. */
  isOn(rn: string): boolean {
    return this.wanted !== null || this.inForce(rn) !== null;
  }

  /** Nothing of a register may be handed in: what is to become of it is not on disk yet, or the key is missing. */
  isHeld(rn: string): boolean {
    const { wanted } = this;
    return this.inForce(rn) !== wanted || (wanted !== null && !Object.hasOwn(this.kept.keys, wanted));
  }

  /** Id of a key that is missing here; null for none. */
  get missing(): string | null {
    const { wanted } = this;
    return wanted !== null && this.keyText(wanted) === null ? wanted : null;
  }

  /** What a person should know. */
  get problems(): Problem[] {
    const key = this.missing;
    return key === null ? [] : [{ code: 'RECORDER_SEAL', severity: 'warning', params: { key } }];
  }

  /** The key of an id as text, of those that were in force or the one in the profile; null where it is not here. */
  keyText(id: string): string | null {
    const { keys } = this.kept;
    if (Object.hasOwn(keys, id)) return keys[id]!;
    const { key = '' } = this.parts.settings();
    return [key, this.given].find((text) => isKeyId(id) && readCompanyKey(text)?.id === id) ?? null;
  }

  /** Takes a key that somebody else has given; false when it is not the one that is missing. */
  take(key: string): boolean {
    if (this.missing === null || readCompanyKey(key)?.id !== this.missing) return false;
    this.given = key;
    return true;
  }

  /**
   * Does as the profile says from the next record on; from the first one where a register is not known
   * to the portal yet. Resolves when it is on disk. Without the key records wait for it.
   * @param lastSq of the last record
   */
  follow(rn: string, isNew: boolean, lastSq: () => Promise<number>): Promise<void> {
    const done = this.writing.then(async () => {
      const id = this.wanted;
      const key = id === null ? null : this.keyText(id);
      const hasNewKey = id !== null && key !== null && !Object.hasOwn(this.kept.keys, id);
      if (this.inForce(rn) === id && this.kept.wanted === id && !hasNewKey) return;
      const isFirst = isNew && !Object.hasOwn(this.kept.registers, rn);
      const from = this.begun.get(rn) ?? (isFirst ? 1 : (await lastSq()) + 1);
      // Should the disk not take it now, it begins here all the same.
      this.begun.set(rn, from);
      const next: Kept = {
        wanted: id,
        keys: { ...this.kept.keys, ...(hasNewKey && { [id]: key }) },
        registers: { ...this.kept.registers, [rn]: this.periodsWith(rn, from, id) },
      };
      await this.parts.vault.set(this.name, next as unknown as Json);
      this.kept = next;
      this.begun.delete(rn);
    });
    this.writing = done.catch(() => undefined);
    return done;
  }

  /** The periods of a register with another one behind them. */
  private periodsWith(rn: string, from: number, id: string | null): Period[] {
    const before = [...(this.kept.registers[rn] ?? [])];
    let begin = from;
    // Nothing was sent by a key that was never there: its records go with those that follow.
    for (
      let last = before.at(-1);
      last && (last[0] >= begin || this.isWithoutKey(last));
      last = before.at(-1)
    ) {
      begin = Math.min(begin, last[0]);
      before.pop();
    }
    return (before.at(-1)?.[1] ?? null) === id ? before : [...before, [begin, id]];
  }

  private isWithoutKey([, id]: Period): boolean {
    return id !== null && !Object.hasOwn(this.kept.keys, id);
  }

  /** Lines as the portal gets them. */
  source(journal: LineSource): LineSource {
    return { linesBetween: (rn, after, until) => this.lines(journal, rn, after, until) };
  }

  private async *lines(journal: LineSource, rn: string, after: number, until: number) {
    if (this.isHeld(rn)) throw new Error(`register ${rn}: its records wait for the key that seals them`);
    const periods = this.kept.registers[rn] ?? [];
    let sq = after;
    for await (const page of journal.linesBetween(rn, after, until)) {
      yield page.map(({ text }) => {
        sq++;
        const id = idAt(periods, sq);
        return { text: id === null ? text : this.sealOf(id, rn).seal(text) };
      });
    }
  }

  private get wanted(): string | null {
    const { seal } = this.parts.settings();
    if (seal === undefined) return this.kept.wanted;
    return isOff(seal) ? null : seal.toUpperCase();
  }

  private inForce(rn: string): string | null {
    return this.kept.registers[rn]?.at(-1)?.[1] ?? null;
  }

  private sealOf(id: string, rn: string): RegisterSeal {
    const name = `${id} ${rn}`;
    let seal = this.seals.get(name);
    if (!seal) {
      const key = readCompanyKey(this.kept.keys[id] ?? '');
      if (key?.id !== id) throw new Error(`register ${rn}: the key ${id} that seals its records is missing`);
      this.seals.set(name, (seal = new RegisterSeal(key, rn)));
    }
    return seal;
  }
}

function idAt(periods: readonly Period[], sq: number): string | null {
  return periods.findLast(([from]) => from <= sq)?.[1] ?? null;
}
