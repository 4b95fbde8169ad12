/**
 * The lines of the journal by sequence number, wherever they are: in the database,
 * or, of archived segments, in a compressed file. A segment may be archived while
 * it is read. It counts as archived before the first of its records leaves the
 * database, so whatever was read of a segment that is not archived afterwards is complete.
 */
import type { Archive } from './archive/archive.ts';
import type { ArchivedBlock } from './archive/block.ts';
import { placeOf, sqAt } from './place.ts';
import type { Store } from './store.ts';

/** A record as it is stored. */
export interface Line {
  sq: number;
  /** The record as a line of the journal files (docs/journal-format.md), without line feed. */
  text: string;
}

/** Sequence numbers, both ends included. */
export interface Range {
  from: number;
  to: number;
}

/** Records read at a time: a short step, so that sales go on meanwhile. */
const PAGE = 200;
/** Single records that are looked for at a time: archived ones are read from as many files. */
export const AT_ONCE = 4;

/** Reads lines. */
export class Lines {
  private readonly store: Pick<Store, 'select' | 'list' | 'registers'>;
  private readonly archive: Archive;

  constructor(store: Pick<Store, 'select' | 'list' | 'registers'>, archive: Archive) {
    this.store = store;
    this.archive = archive;
  }

  /** Some records, in the order asked for; numbers that a register does not have are left out. */
  async at(rn: string, sqs: readonly number[]): Promise<Line[]> {
    const found = new Map<number, string>();
    const before = this.archive.until(rn);
    const recent = sqs.filter((sq) => sq > before);
    for (let i = 0; i < recent.length; i += PAGE) {
      for (const { sq, text } of await this.someOf(rn, recent.slice(i, i + PAGE))) found.set(sq, text);
    }
    const archived = this.archive.until(rn);
    const old = sqs.filter((sq) => sq > 0 && sq <= archived);
    for (let i = 0; i < old.length; i += AT_ONCE) {
      const part = old.slice(i, i + AT_ONCE);
      const blocks = await Promise.all(part.map((sq) => this.archive.block(rn, sq)));
      for (const [n, sq] of part.entries()) found.set(sq, blocks[n]!.line(sq));
    }
    return sqs.flatMap((sq) => {
      const text = found.get(sq);
      return text === undefined ? [] : [{ sq, text }];
    });
  }

  /**
   * The records at one end of a range of sequence numbers, both included: a short step.
   * @returns the lines, and the part of the range that was looked at
   */
  async page(rn: string, range: Range, order: 'asc' | 'desc'): Promise<{ lines: Line[]; read: Range }> {
    for (;;) {
      const page = await this.pageAsOf(this.archive.until(rn), rn, range, order);
      if (page.isArchived || page.read.from > this.archive.until(rn)) return page;
    }
  }

  private async pageAsOf(
    archived: number,
    rn: string,
    range: Range,
    order: 'asc' | 'desc',
  ): Promise<{ lines: Line[]; read: Range; isArchived: boolean }> {
    const next = order === 'asc' ? range.from : range.to;
    const block = next <= archived ? await this.archive.block(rn, next) : null;
    // A step ends where the archive or a block of it does.
    const from = Math.max(range.from, block ? block.from : archived + 1);
    const to = Math.min(range.to, block ? block.to : Infinity);
    const read =
      order === 'asc'
        ? { from: range.from, to: Math.min(to, range.from + PAGE - 1) }
        : { from: Math.max(from, range.to - PAGE + 1), to: range.to };
    const lines = block ? block.between(read.from, read.to) : await this.between(rn, read);
    return { lines: order === 'asc' ? lines : lines.reverse(), read, isArchived: block !== null };
  }

  /** The archived block that holds a record; null for one in the database. */
  async archived(rn: string, sq: number): Promise<ArchivedBlock | null> {
    return sq > this.archive.until(rn) ? null : this.archive.block(rn, sq);
  }

  /**
   * All records of a range in order, page by page.
   * @throws Error when one is missing
   */
  async *pages(rn: string, range: Range): AsyncGenerator<Line[]> {
    for (let { from } = range; from <= range.to;) {
      const { lines, read } = await this.page(rn, { from, to: range.to }, 'asc');
      const missing = read.to - read.from + 1 - lines.length;
      if (missing > 0) {
        throw new Error(`register ${rn}: ${missing} records from ${read.from} to ${read.to} are missing`);
      }
      yield lines;
      from = read.to + 1;
    }
  }

  private async between(rn: string, { from, to }: Range): Promise<Line[]> {
    const register = this.store.registers.get(rn);
    if (register === undefined) return [];
    const rows = await this.store.select<{ id: number; line: string }>(
      'SELECT id, line FROM records WHERE id BETWEEN $from AND $to ORDER BY id',
      { from: placeOf(register, from), to: placeOf(register, to) },
    );
    return rows.map(({ id, line }) => ({ sq: sqAt(id), text: line }));
  }

  private async someOf(rn: string, sqs: readonly number[]): Promise<Line[]> {
    const register = this.store.registers.get(rn);
    if (register === undefined) return [];
    const places = JSON.stringify(sqs.map((sq) => placeOf(register, sq)));
    const rows = await this.store.select<{ id: number; line: string }>(
      `SELECT id, line FROM records WHERE id IN (${this.store.list('places', 'integer')})`,
      { places },
    );
    return rows.map(({ id, line }) => ({ sq: sqAt(id), text: line }));
  }
}
