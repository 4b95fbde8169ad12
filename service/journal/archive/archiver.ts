/**
 * Moves the transactions of segments from the database to compressed files, the
 * oldest segment of a register first. Everything is done in short steps, and
 * whatever crashes after any of them: the next time goes on from there.
 *
 * 1. The lines are packed into the compressed file, which is read back and synced.
 * 2. The database notes its size and digest; from here on the file is what counts.
 * 3. The plain file goes, or is kept aside when it says something else.
 * 4. Transactions and their late fiscal data leave the table `records`; all other
 *    records stay there, and so does everything by which they are found and summed up.
 * 5. The room that they took in the database goes back to the disk.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Lines } from '../lines.ts';
import { placeOf, lastSqIn } from '../place.ts';
import { recordOf } from '../record.ts';
import { firstSqOf, lastSqOf, segmentName } from '../segments/name.ts';
import type { Store } from '../store.ts';
import type { JournalWriter } from '../writer.ts';
import { keepAside } from '../segments/aside.ts';
import {
  digestOf,
  MOST_BYTES,
  readArchived,
  readIfLines,
  readKnown,
  unpackIfLines,
  type Archive,
  type ArchivedFile,
} from './archive.ts';
import { IS_LEAVING } from './leaving.ts';
import { missing, packSegment, type PackedFile } from './pack.ts';

/** What the archiver works on. */
export interface ArchiverServices {
  store: Pick<Store, 'select' | 'write' | 'shrink' | 'registers'>;
  writer: Pick<JournalWriter, 'between'>;
  archive: Archive;
  lines: Lines;
  /** Folder with the journal files of a register. */
  folderOf(rn: string): string;
}

/** A segment that may be archived. */
export interface Candidate {
  rn: string;
  segment: number;
  /** Time of its last record, local. */
  lastAt: string;
  /** Length of its lines. */
  bytes: number;
}

/** Told of each file that was kept aside, and why. */
export type OnDamaged = (rn: string, file: string, reason: string) => void;

/** Records that leave the database at a time: a sale waits for no more than that. */
const ROWS = 100;
/** Pages of the database that go back to the disk at a time. */
const PAGES = 100;
/** Pages in the write-ahead log; more are there when another program reads the database all the time. */
const MOST_WAITING = 10_000;

/** Archives segments. Steps of one register must not overlap. */
export class Archiver {
  private readonly services: ArchiverServices;

  constructor(services: ArchiverServices) {
    this.services = services;
  }

  /**
   * The segment of a register that is archived next: the first one that is not,
   * when there are records behind it.
   */
  async next(rn: string): Promise<Candidate | null> {
    const { store, archive, lines } = this.services;
    const segment = archive.countOf(rn);
    const register = store.registers.get(rn);
    if (register === undefined || (await lastSqIn(store, register)) <= lastSqOf(segment)) return null;
    const [size] = await store.select<{ bytes: number }>(
      'SELECT sum(octet_length(line) + 1) AS bytes FROM records WHERE id BETWEEN $first AND $last',
      placesOf(register, segment),
    );
    const [last] = await lines.at(rn, [lastSqOf(segment)]);
    return last ? { rn, segment, lastAt: recordOf(last.text).D, bytes: size!.bytes } : null;
  }

  /**
   * Archives a segment of {@link Archiver.next}, one step at a time; it may be left between them.
   * @returns bytes that the disk has won
   * @throws Error when it is too long; errors of the file system and the database, for example of a full disk
   */
  async *archive({ rn, segment, bytes }: Candidate, onDamaged: OnDamaged): AsyncGenerator<void, number> {
    const { archive } = this.services;
    if (bytes > MOST_BYTES) throw new Error(`it has ${bytes} bytes, more than can be read at once`);
    const lines = await this.linesOf(rn, segment);
    yield;
    const packed = await this.pack(rn, segment, lines, onDamaged);
    yield;
    await this.note(rn, segment, { ...packed, content: digestOf(lines) });
    // Before the first record goes: whoever reads must know where to look for it.
    archive.added(rn);
    yield;
    const plain = await this.removePlain(rn, segment, lines, onDamaged);
    yield;
    yield* this.removeRows(rn, segment);
    return plain - packed.bytes + (yield* this.shrink());
  }

  /**
   * Holds the compressed file of an archived segment against what the database knows
   * of it. When it is not the same one, but packed from the same lines, or when the
   * plain file of them was put back, it is made what it should be.
   * @throws DamagedFileError
   */
  async check(rn: string, segment: number, onDamaged: OnDamaged): Promise<void> {
    const { archive } = this.services;
    const file = archive.fileOf(rn, segment);
    const known = await archive.fileAt(rn, segment);
    try {
      await readKnown(file, known);
    } catch (error) {
      const lines = (await unpackIfLines(file, known)) ?? (await readIfLines(this.plain(rn, segment), known));
      if (!lines) throw error;
      const packed = await this.pack(rn, segment, lines, onDamaged);
      await this.note(rn, segment, { ...packed, content: known.content });
    }
  }

  /** True when something of an archived segment is where it should not be any more. */
  async hasLeftovers(rn: string, segment: number): Promise<boolean> {
    const plain = await fs.lstat(this.plain(rn, segment)).catch(missing);
    return plain !== null || (await this.hasRows(rn, segment));
  }

  /**
   * Takes away what an interruption has left of an archived segment, one step at a time.
   * @throws DamagedFileError when its compressed file is not as it should be; nothing is taken away then
   */
  async *removeLeftovers(rn: string, segment: number, onDamaged: OnDamaged): AsyncGenerator<void, void> {
    const { archive } = this.services;
    const lines = await readArchived(archive.fileOf(rn, segment), await archive.fileAt(rn, segment));
    yield;
    await this.removePlain(rn, segment, lines, onDamaged);
    yield;
    yield* this.removeRows(rn, segment);
  }

  /**
   * Gives the room of removed records back to the disk, one step at a time.
   * @returns bytes that the disk has won
   */
  async *shrink(): AsyncGenerator<void, number> {
    const { store, writer } = this.services;
    let pages = 0;
    for (let free = await this.pragma('freelist_count'); free > 0;) {
      await writer.between(() => store.shrink(PAGES));
      const left = await this.pragma('freelist_count');
      // Sales may have used some meanwhile; a database that cannot shrink has as many as before.
      if (left >= free) break;
      pages += Math.min(PAGES, free - left);
      free = left;
      yield;
    }
    return pages * (await this.pragma('page_size'));
  }

  /**
   * Brings what was done from the write-ahead log into the database file.
   * @returns false when another program keeps it from that, and the log would grow on
   */
  async settle(): Promise<boolean> {
    const [row] = await this.services.store.select<{ log: number; checkpointed: number }>(
      'PRAGMA wal_checkpoint(PASSIVE)',
      {},
    );
    return row!.log - row!.checkpointed < MOST_WAITING;
  }

  /** Put together by the database, in its own thread: as texts they would keep the main thread busy. */
  private async linesOf(rn: string, segment: number): Promise<Buffer> {
    const { store } = this.services;
    const [found] = await store.select<{ count: number; lines: Buffer | null }>(
      `SELECT count(*) AS count, CAST(group_concat(line || char(10), '' ORDER BY id) AS BLOB) AS lines
       FROM records WHERE id BETWEEN $first AND $last`,
      placesOf(store.registers.get(rn)!, segment),
    );
    const missing = lastSqOf(segment) - firstSqOf(segment) + 1 - found!.count;
    if (missing > 0) throw new Error(`${missing} records are missing in the database`);
    return found!.lines!;
  }

  /** @returns bytes of the file that went, 0 when there was none or when it was kept aside */
  private async removePlain(
    rn: string,
    segment: number,
    lines: Buffer,
    onDamaged: OnDamaged,
  ): Promise<number> {
    const plain = this.plain(rn, segment);
    const stat = await fs.lstat(plain).catch(missing);
    if (!stat) return 0;
    if (stat.isFile() && stat.size < 2 * MOST_BYTES && isCopyOf(lines, await fs.readFile(plain))) {
      await fs.unlink(plain);
      return stat.size;
    }
    await this.setAside(rn, plain, 'it is not what was registered', onDamaged);
    return 0;
  }

  private async *removeRows(rn: string, segment: number): AsyncGenerator<void, void> {
    const { store, writer } = this.services;
    const register = store.registers.get(rn)!;
    const { first, last } = placesOf(register, segment);
    for (let from = first; from <= last && (await this.hasRows(rn, segment)); from += ROWS) {
      const to = Math.min(last, from + ROWS - 1);
      await writer.between(() =>
        store.write([[`DELETE FROM records WHERE id BETWEEN $from AND $to AND ${IS_LEAVING}`, { from, to }]]),
      );
      yield;
    }
  }

  private async hasRows(rn: string, segment: number): Promise<boolean> {
    const { store } = this.services;
    const rows = await store.select(
      `SELECT id FROM records WHERE id BETWEEN $first AND $last AND ${IS_LEAVING} LIMIT 1`,
      placesOf(store.registers.get(rn)!, segment),
    );
    return rows.length > 0;
  }

  private pack(rn: string, segment: number, lines: Buffer, onDamaged: OnDamaged): Promise<PackedFile> {
    const file = this.services.archive.fileOf(rn, segment);
    return packSegment(file, lines, () =>
      this.setAside(rn, file, 'it does not hold what was registered', onDamaged),
    );
  }

  private async note(rn: string, segment: number, file: ArchivedFile): Promise<void> {
    const { store, writer } = this.services;
    const sql = `INSERT INTO archived (register, segment, bytes, digest, content)
      VALUES ($register, $segment, $bytes, $digest, $content)
      ON CONFLICT DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest, content = excluded.content`;
    const register = store.registers.get(rn)!;
    await writer.between(() => store.write([[sql, { register, segment, ...file }]]));
  }

  private plain(rn: string, segment: number): string {
    return path.join(this.services.folderOf(rn), segmentName(segment));
  }

  private async setAside(rn: string, file: string, reason: string, onDamaged: OnDamaged): Promise<void> {
    onDamaged(rn, await keepAside(path.dirname(file), path.basename(file)), reason);
  }

  private async pragma(name: 'freelist_count' | 'page_size'): Promise<number> {
    const [row] = await this.services.store.select<Record<string, number>>(`PRAGMA ${name}`, {});
    return row![name]!;
  }
}

/** Keys of the first and last record of a segment. */
function placesOf(register: number, segment: number): { first: number; last: number } {
  return { first: placeOf(register, firstSqOf(segment)), last: placeOf(register, lastSqOf(segment)) };
}

const LINE_FEED = 0x0a;

/** True when a plain file holds these lines or the first ones of them; what stands behind the last line feed is a crash. */
function isCopyOf(lines: Buffer, plain: Buffer): boolean {
  const end = plain.lastIndexOf(LINE_FEED) + 1;
  return end <= lines.length && plain.subarray(0, end).equals(lines.subarray(0, end));
}
