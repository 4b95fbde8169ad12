/** What the data root took, day by day: `gbl/disk.json`. Tells how fast it grows. */
import fs from 'node:fs/promises';
import { localTime } from '../clock.ts';
import { isTree } from '../receipt/tree.ts';

/** Days that are kept. */
const MOST_DAYS = 60;
/** Days that growth is an average of: a month evens out weekends. */
const LOOKED_AT = 30;
const DAY_MS = 86_400_000;
/** Farther than that nobody plans. */
const FARTHEST_DAYS = 3650;

/** How fast it grows. */
export interface Growth {
  /** Bytes a day; null before there are two days. */
  perDay: number | null;
  /** Days between the samples. */
  days: number;
}

/** Samples of a data root: one a day, the last one of it. */
export class DiskHistory {
  private readonly file: string;
  private readonly days: Map<string, number>;
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(file: string, days: Map<string, number>) {
    this.file = file;
    this.days = days;
  }

  /** Reads the file; one that cannot be read begins anew: it is a guess about the future, no more. */
  static async open(file: string): Promise<DiskHistory> {
    const text = await fs.readFile(file, 'utf8').catch(() => '');
    return new DiskHistory(file, read(text));
  }

  /**
   * Notes what was measured.
   * @param now ms since 1970
   */
  note(now: number, bytes: number): void {
    const today = localTime(now).slice(0, 10);
    const isNew = !this.days.has(today);
    this.days.set(today, bytes);
    if (!isNew) return;
    const names = [...this.days.keys()].sort();
    for (const name of names.slice(0, Math.max(0, names.length - MOST_DAYS))) this.days.delete(name);
    const text = JSON.stringify(Object.fromEntries([...this.days].sort()));
    // On a full disk it is simply not known.
    this.writing = this.writing.then(() =>
      fs.writeFile(this.file, text, { mode: 0o600 }).catch(() => undefined),
    );
  }

  /** How fast the data root grows. */
  growth(): Growth {
    const names = [...this.days.keys()].sort();
    const last = names.at(-1);
    if (last === undefined) return { perDay: null, days: 0 };
    const first = names.find((name) => daysBetween(name, last) <= LOOKED_AT)!;
    const days = daysBetween(first, last);
    if (days === 0) return { perDay: null, days };
    return { perDay: Math.round((this.days.get(last)! - this.days.get(first)!) / days), days };
  }

  /** Resolves when what was noted is in the file. */
  async idle(): Promise<void> {
    await this.writing;
  }
}

/** Days until so many bytes are used up; null where that is not to be foreseen. */
export function daysLeft(bytes: number, perDay: number | null): number | null {
  if (bytes <= 0) return 0;
  if (perDay === null || perDay <= 0) return null;
  const days = Math.floor(bytes / perDay);
  return days > FARTHEST_DAYS ? null : days;
}

function daysBetween(from: string, till: string): number {
  return Math.round((Date.parse(`${till}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function read(text: string): Map<string, number> {
  try {
    const value: unknown = JSON.parse(text);
    if (!isTree(value)) return new Map();
    const days = Object.entries(value).filter(
      (entry): entry is [string, number] =>
        /^\d{4}-\d\d-\d\d$/.test(entry[0]) && typeof entry[1] === 'number' && entry[1] >= 0,
    );
    return new Map(days.slice(-MOST_DAYS));
  } catch {
    return new Map();
  }
}
