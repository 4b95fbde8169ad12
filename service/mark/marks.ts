/**
 * Keeps the mark of a data root: behind the sales, a few seconds late, and
 * whatever happens to it is a warning.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { toRow, type Entry } from '../journal/row.ts';
import { DamagedFileError } from '../journal/segments/damaged.ts';
import type { Log } from '../log.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Problem } from '../wire.ts';
import { olderText, olderThan, type Marked, type Older } from './compare.ts';
import { readLineage, renewLineage, type Lineage } from './lineage.ts';
import { digestOf, MarkError, markFile, readMark, readText, writeMark, type MarkedRegister } from './mark.ts';
import { liesIn } from './place.ts';

/** What marks are made with. */
export interface MarkParts {
  /** Folder of the marks; undefined where none are kept. */
  folder: string | undefined;
  /** The data root, its folder `gbl`, and the id of its installation. */
  dataRoot: string;
  gbl: string;
  instance: string;
  clock: Clock;
  log: Log;
  /** Time between a sale and its mark; a few seconds unless a test says otherwise. */
  delayMs?: number;
}

/** What a crash may leave unmarked: it costs a write to the disk each time. */
const DELAY_MS = 2000;
/** The end of the service waits no longer for a disk that hangs. */
const PATIENCE_MS = 1000;

/** The journal of a running service. */
type Running = Pick<Journal, 'registerNames' | 'lastSq' | 'linesBetween' | 'on' | 'off'>;

/** The mark of a data root. Emits `changed` when {@link Marks.problems} says something else. */
export class Marks extends EventEmitter<{ changed: [] }> {
  /** A manager has said that selling goes on with older data; it counts for one attempt to open them. */
  private confirmed = false;
  private readonly parts: MarkParts;
  private lineage: Lineage;
  /** Why it could not be read at the start, and why it cannot be written now. */
  private readonly failures: { read?: string; write?: string } = {};

  private constructor(parts: MarkParts, lineage: Lineage) {
    super();
    this.parts = parts;
    this.lineage = lineage;
  }

  /** Reads what the data root says of itself. */
  static async open(parts: MarkParts): Promise<Marks> {
    return new Marks(parts, await readLineage(parts.gbl, parts.instance));
  }

  /** Registers were gone when selling went on: those that are set up now must not begin with the numbers of before. */
  get isGone(): boolean {
    return this.lineage.Gone;
  }

  /** Selling goes on with older data, says a manager. */
  confirm(): void {
    this.confirmed = true;
  }

  /** Whether that was said since the last time. */
  takeConfirmation(): boolean {
    const { confirmed } = this;
    this.confirmed = false;
    return confirmed;
  }

  /** What is wrong with the mark. */
  get problems(): Problem[] {
    const { read, write } = this.failures;
    const code = write === undefined ? 'MARK_DAMAGED' : 'MARK_FAILED';
    const reason = write ?? read;
    if (reason === undefined) return [];
    return [{ code, severity: 'warning', params: { file: this.file ?? '', reason } }];
  }

  /**
   * Registers that had come further than the journal, or another way. Without a
   * mark, or with one that cannot be read, there are none.
   */
  async older(journal: Pick<Journal, 'lastSq' | 'linesBetween'>): Promise<Older[]> {
    const marked = await this.marked();
    return olderThan(readable(journal), marked ?? []);
  }

  /**
   * From now on the data root has a mark of its own. Those of its copies, and of
   * what it is a copy of, stay as they are. Registers of the mark that the journal
   * does not have at all are gone.
   */
  async renew(journal: Pick<Journal, 'registerNames'>): Promise<void> {
    const names = new Set(journal.registerNames());
    const isGone = ((await this.marked()) ?? []).some(({ RN }) => !names.has(RN));
    this.lineage = await renewLineage(this.parts.gbl, this.isGone || isGone);
  }

  /**
   * Keeps the mark of a journal until it is told to stop.
   * @param onOvertaken called once when another service has sold with a copy of the data root
   * @returns writes what is new, and stops
   */
  follow(journal: Running, onOvertaken: (older: Older[]) => void): () => Promise<void> {
    const { file } = this;
    if (file === null) return () => Promise.resolve();
    const writing = new Writing(journal, {
      ...{ file, parts: this.parts, id: this.lineage.Id, onOvertaken },
      failed: (error) => this.note('write', error),
    });
    return () => writing.stop();
  }

  private get file(): string | null {
    const { folder } = this.parts;
    return folder === undefined ? null : markFile(folder, this.lineage.Id);
  }

  private async marked(): Promise<MarkedRegister[] | null> {
    const { file } = this;
    if (file === null) return null;
    try {
      return (await readMark(file))?.Registers ?? null;
    } catch (error) {
      if (!(error instanceof MarkError)) throw error;
      this.note('read', error);
      return null;
    }
  }

  private note(what: 'read' | 'write', error: Error | null): void {
    const reason = error?.message;
    if (this.failures[what] === reason) return;
    if (reason === undefined) delete this.failures[what];
    else this.failures[what] = reason;
    const { file, parts } = this;
    if (reason !== undefined) parts.log.warn(`the mark ${file} is of no use: ${reason}`);
    this.emit('changed');
  }
}

/** What a journal that is written down needs. */
interface WritingParts {
  file: string;
  id: string;
  parts: MarkParts;
  onOvertaken: (older: Older[]) => void;
  failed: (error: Error | null) => void;
}

/** The mark of a journal that is in use. */
class Writing {
  private readonly journal: Running;
  private readonly parts: WritingParts;
  private readonly marked = new Map<string, MarkedRegister>();
  /** Registers with new records, and the last of them where it is at hand. */
  private readonly fresh = new Map<string, Entry | null>();
  /** What we wrote last; null before that. */
  private written: string | null = null;
  private timer: NodeJS.Timeout | null = null;
  private under: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(journal: Running, parts: WritingParts) {
    this.journal = journal;
    this.parts = parts;
    for (const rn of journal.registerNames()) this.fresh.set(rn, null);
    journal.on('committed', this.committed);
    journal.on('restored', this.restored);
    this.soon();
  }

  async stop(): Promise<void> {
    this.journal.off('committed', this.committed);
    this.journal.off('restored', this.restored);
    if (this.timer) clearTimeout(this.timer);
    const patience = new AbortController();
    await Promise.race([
      this.write(),
      pause(PATIENCE_MS, null, { signal: patience.signal, ref: false }).catch(() => null),
    ]);
    patience.abort();
    this.isOver = true;
  }

  private readonly committed = (entry: Entry): void => {
    this.fresh.set(entry.record.RN, entry);
    this.soon();
  };

  private readonly restored = (rn: string): void => {
    this.fresh.set(rn, null);
    this.soon();
  };

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.write();
    }, this.parts.parts.delayMs ?? DELAY_MS).unref();
  }

  /** One after the other. Never rejects. */
  private write(): Promise<void> {
    this.under = this.under.then(async () => {
      if (this.isOver || this.fresh.size === 0) return;
      try {
        await this.writeFresh();
        this.parts.failed(null);
      } catch (error) {
        this.parts.failed(error as Error);
      }
    });
    return this.under;
  }

  private async writeFresh(): Promise<void> {
    const { file, id, parts } = this.parts;
    const { folder, dataRoot, instance, clock } = parts;
    if (liesIn(folder!, dataRoot)) throw new Error('it lies inside the data root, and goes back with it');
    if (await this.isOvertaken()) return;
    const fresh = [...this.fresh];
    this.fresh.clear();
    try {
      for (const [rn, entry] of fresh) {
        const marked = entry ? markOf(entry.record, toRow(entry).line) : await this.lastOf(rn);
        if (marked) this.marked.set(rn, marked);
      }
      this.written = await writeMark(file, {
        ...{ Id: id, Instance: instance, DataRoot: path.resolve(dataRoot) },
        Written: new Date(clock.now()).toISOString(),
        Registers: [...this.marked.values()],
      });
    } catch (error) {
      // Tried again with the next sale.
      for (const [rn, entry] of fresh) if (!this.fresh.has(rn)) this.fresh.set(rn, entry);
      throw error;
    }
  }

  /** Another service writes the same mark: it uses a copy of this data root, and one of the two has to stop. */
  private async isOvertaken(): Promise<boolean> {
    const { file, onOvertaken } = this.parts;
    const text = await readText(file).catch(() => null);
    if (text === null || text === this.written) return false;
    const mark = await readMark(file).catch(() => null);
    const older = await olderThan(readable(this.journal), mark?.Registers ?? []);
    if (older.length === 0) return false;
    this.isOver = true;
    onOvertaken(older);
    return true;
  }

  private async lastOf(rn: string): Promise<MarkedRegister | null> {
    const last = await this.journal.lastSq(rn);
    const line = last === 0 ? null : await readable(this.journal).lineAt(rn, last);
    return line === null ? null : markOf(JSON.parse(line) as JournalRecord, line);
  }
}

function markOf({ RN, SQ, D }: JournalRecord, line: string): MarkedRegister {
  return { RN, SQ, D, Line: digestOf(line) };
}

/** A journal as it is compared. */
function readable(journal: Pick<Journal, 'lastSq' | 'linesBetween'>): Marked {
  return {
    lastSq: (rn) => journal.lastSq(rn),
    async lineAt(rn, sq) {
      try {
        for await (const [line] of journal.linesBetween(rn, sq - 1, sq)) return line?.text ?? null;
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error;
      }
      return null;
    },
  };
}

/** What the older registers are, for people; not more than some of them. */
export function olderSummary(older: readonly Older[]): string {
  const more = older.length > 3 ? '; and more' : '';
  return `${older.slice(0, 3).map(olderText).join('; ')}${more}`;
}
