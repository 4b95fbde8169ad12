/**
 * What the POS of each register has shown, kept in `gbl/checklist.json`: written when an item
 * is shown for the first time, a few times in the life of a register, beside the journal.
 */
import fs from 'node:fs/promises';
import { localTime, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { keepAside, writeDurably } from '../settings/durable-file.ts';
import type { PassingCall } from './call.ts';
import {
  BY_HAND_ITEMS,
  NOTHING_YET,
  SEEN_ITEMS,
  seenCall,
  shownByCall,
  shownByRecord,
  type Item,
  type Memory,
  type SeenItem,
} from './checklist.ts';
import type { ChecklistRow } from './wire.ts';

/** Records whose calls have not ended yet. */
const MOST_WAITING = 1000;

/** What is kept of a register. */
interface Progress {
  /** Local time at which each item was shown. */
  shown: Partial<Record<Item, string>>;
  /** Year of the newest receipt; null before the first one. */
  year: string | null;
}

/** Follows calls and records. */
export class Checklists {
  private readonly file: string;
  private readonly parts: { clock: Clock; log: Log };
  private readonly progress: Map<string, Progress>;
  private readonly memories = new Map<string, Memory>();
  /** What records show whose calls have not ended, by register and SQ. */
  private readonly waiting = new Map<string, SeenItem[]>();
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, progress: Map<string, Progress>, parts: { clock: Clock; log: Log }) {
    this.file = file;
    this.progress = progress;
    this.parts = parts;
  }

  /** Reads the file; one that cannot be read is kept beside a new one. */
  static async open(file: string, parts: { clock: Clock; log: Log }): Promise<Checklists> {
    const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    const progress = read(text);
    if (!progress) {
      const kept = await keepAside(file);
      parts.log.error(`${file} cannot be read and is kept as ${kept}: checklists begin anew`);
    }
    return new Checklists(file, progress ?? new Map<string, Progress>(), parts);
  }

  /** A record was journaled; what it shows counts once the call of a POS ends with it. */
  committed(record: JournalRecord): void {
    const items = shownByRecord(record);
    if (items.length === 0) return;
    const { year } = this.of(record.RN);
    const own = record.ESR?.D?.slice(0, 4) ?? record.D.slice(0, 4);
    const isNext = year !== null && own > year;
    this.waiting.set(`${record.RN} ${record.SQ}`, isNext ? [...items, 'year'] : items);
    if (this.waiting.size > MOST_WAITING) this.waiting.delete(this.waiting.keys().next().value!);
    if (year === null || isNext) this.change(record.RN, (progress) => ({ ...progress, year: own }));
  }

  /** A call of a POS came to its end. @param rn a register that there is: what it shows is written */
  called(rn: string, call: PassingCall): void {
    const seen = seenCall(call);
    const key = `${rn} ${seen.result?.sq ?? ''}`;
    const byRecord = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    const { shown, memory } = shownByCall(seen, byRecord, this.memories.get(rn) ?? NOTHING_YET);
    this.memories.set(rn, memory);
    this.tick(rn, shown);
  }

  /** The items of a register, those that it sees first. */
  list(rn: string): ChecklistRow[] {
    const { shown } = this.of(rn);
    return [
      ...SEEN_ITEMS.map((item) => ({ item, byHand: false, shown: shown[item] ?? null })),
      ...BY_HAND_ITEMS.map((item) => ({ item, byHand: true, shown: shown[item] ?? null })),
    ];
  }

  /** Ticks items that are not ticked yet. */
  tick(rn: string, items: readonly Item[]): void {
    const fresh = items.filter((item) => this.of(rn).shown[item] === undefined);
    if (fresh.length === 0) return;
    const now = localTime(this.parts.clock.now());
    const shown = Object.fromEntries(fresh.map((item) => [item, now]));
    this.change(rn, (progress) => ({ ...progress, shown: { ...progress.shown, ...shown } }));
  }

  /** Takes a tick by hand back. */
  untick(rn: string, item: Item): void {
    this.change(rn, ({ shown: { [item]: _gone, ...shown }, year }) => ({ shown, year }));
  }

  /** Begins anew. */
  reset(rn: string): void {
    this.change(rn, ({ year }) => ({ shown: {}, year }));
  }

  /** Resolves when everything is written. */
  close(): Promise<void> {
    return this.writing;
  }

  private of(rn: string): Progress {
    return this.progress.get(rn) ?? { shown: {}, year: null };
  }

  /** Changes what is kept and writes it; no sale waits for it, and a failure is told the log. */
  private change(rn: string, make: (progress: Progress) => Progress): void {
    this.progress.set(rn, make(this.of(rn)));
    this.writing = this.writing
      .then(() => writeDurably(this.file, JSON.stringify(Object.fromEntries(this.progress)), 0o600))
      .catch((error: unknown) => this.parts.log.error(`${this.file} cannot be written`, error));
  }
}

/** Reads the file's text; null when it is none of ours. Items that are not known are left out. */
function read(text: string): Map<string, Progress> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(
    Object.entries(value as Record<string, unknown>).flatMap(([rn, entry]) =>
      isTree(entry as Tree) ? [[rn, progressOf(entry as Tree)] as const] : [],
    ),
  );
}

function progressOf({ shown, year }: Tree): Progress {
  const times = isTree(shown ?? null) ? (shown as Tree) : {};
  const known = [...SEEN_ITEMS, ...BY_HAND_ITEMS].flatMap((item) => {
    const time = Object.hasOwn(times, item) ? times[item] : undefined;
    return typeof time === 'string' ? [[item, time] as const] : [];
  });
  return { shown: Object.fromEntries(known), year: typeof year === 'string' ? year : null };
}
