/**
 * The journal files of one register: brought to what the database says, step by
 * step, and then written on. Steps must not overlap.
 */
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Journal } from '../journal.ts';
import { keepAside } from './aside.ts';
import { compare } from './compare.ts';
import { firstSqOf, lastSqOf, readSegmentName, segmentName, segmentOf } from './name.ts';
import { writeLines } from './write-lines.ts';

/** What a copy is made with. */
export interface CopyServices {
  journal: Pick<Journal, 'linesBetween' | 'lastSq' | 'archivedSegments'>;
  /** Memory that lines are put together in, shared by copies whose steps do not overlap. */
  room: Buffer;
  /** Waits until files are on the disk. */
  sync(): boolean;
  /** Told of each piece that was written. */
  onWritten(rn: string, file: string, last: number, bytes: number): void;
  /** Told of each file that was kept aside, and why. */
  onDamaged(rn: string, file: string, reason: string): void;
}

/** Up to where a segment is complete. */
interface End {
  sq: number;
  /** Bytes of the segment that holds `sq`. */
  size: number;
}

/** Records that may be written without a rest. */
const MOST_AT_ONCE = 10_000;
/** Journal files name customers: for the service's user only. */
const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700];

/** The files of one register. */
export class RegisterCopy {
  private readonly rn: string;
  private readonly folder: string;
  private readonly services: CopyServices;
  /** Last record in the journal, as far as heard. */
  private target = 0;
  /** Null until the files were looked at, and after a failure. */
  private end: End | null = null;
  /** Older segments that are not there. */
  private missing: number[] = [];
  /** Older segments that were not held against the database yet. */
  private unchecked: number[] = [];

  /** @param folder created when there is something to write */
  constructor(rn: string, folder: string, services: CopyServices) {
    this.rn = rn;
    this.folder = folder;
    this.services = services;
  }

  /** Tells that the journal has a record. */
  heardOf(sq: number): void {
    if (sq > this.target) this.target = sq;
  }

  /** True when the files were looked at and lack only so many records that they can be written at once. */
  get isUpToDate(): boolean {
    return this.end !== null && this.target - this.end.sq <= MOST_AT_ONCE;
  }

  /** Writes all that is missing behind the last line. For copies that are up to date. */
  async write(): Promise<void> {
    while (this.end && this.end.sq < this.target) await this.carefully(() => this.writeOn(this.end!));
  }

  /** Looks at the files, writes one segment on or checks one; returns what is left to do. */
  step(): Promise<'behind' | 'unchecked' | 'nothing'> {
    return this.carefully(async () => {
      if (!this.end) await this.look();
      else if (this.end.sq < this.target) await this.writeOn(this.end);
      else await this.checkNext();
      if (!this.end || this.end.sq < this.target || this.missing.length > 0) return 'behind';
      return this.unchecked.length > 0 ? 'unchecked' : 'nothing';
    });
  }

  /** After a failure nobody knows what is in the files. */
  private async carefully<T>(work: () => Promise<T>): Promise<T> {
    this.leaveArchived();
    try {
      return await work();
    } catch (error) {
      this.end = null;
      throw error;
    }
  }

  /** Segments that were archived meanwhile have no plain files any more. */
  private leaveArchived(): void {
    const archived = this.services.journal.archivedSegments(this.rn);
    const isLeft = (segment: number) => segment >= archived;
    this.missing = this.missing.filter(isLeft);
    this.unchecked = this.unchecked.filter(isLeft);
    if (this.end && !isLeft(segmentOf(this.end.sq + 1))) this.end = { sq: lastSqOf(archived - 1), size: 0 };
  }

  /** Finds where to go on. */
  private async look(): Promise<void> {
    this.heardOf(await this.services.journal.lastSq(this.rn));
    const newest = segmentOf(this.target);
    const archived = this.services.journal.archivedSegments(this.rn);
    const found = new Map<number, { compressed: boolean }>();
    for (const name of await this.files()) {
      const read = readSegmentName(name);
      if (!read || read.segment < archived) continue;
      const isClosed = lastSqOf(read.segment) <= this.target;
      if (read.segment > newest || (read.compressed && !isClosed))
        await this.setAside(name, `the journal ends with SQ ${this.target}`);
      // Of a segment in both forms the plain one counts: it is there until the other one is complete.
      else if (!read.compressed || !found.has(read.segment)) found.set(read.segment, read);
    }
    const top = Math.max(archived - 1, ...found.keys());
    const older = Array.from({ length: Math.max(0, top - archived) }, (_, i) => archived + i);
    this.missing = older.filter((n) => !found.has(n));
    this.unchecked = older.filter((n) => found.get(n)?.compressed === false);
    if (top >= archived && !found.get(top)!.compressed) this.end = await this.agreement(top);
    else this.end = { sq: Math.max(0, lastSqOf(top)), size: 0 };
  }

  private async files(): Promise<string[]> {
    return fs.readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  /** Holds a segment against the database and takes away what is wrong with it. */
  private async agreement(segment: number): Promise<End> {
    const name = segmentName(segment);
    const before = firstSqOf(segment) - 1;
    const until = Math.min(lastSqOf(segment), this.target);
    const file = await this.open(name);
    try {
      const { sq, size, rest } = await compare(
        file,
        this.services.journal.linesBetween(this.rn, before, until),
        before,
      );
      if (rest === 'unfinished') await file.truncate(size);
      if (rest !== 'wrong') return { sq, size };
      const reason =
        sq < until ? `its line for SQ ${sq + 1} is not what was registered` : `it goes on behind SQ ${sq}`;
      await this.setAside(name, reason);
      return { sq: before, size: 0 };
    } finally {
      await file.close();
    }
  }

  /** Holds an older segment against the database and completes it; those that are not there first. */
  private async checkNext(): Promise<void> {
    const segment = this.missing.pop() ?? this.unchecked.pop();
    if (segment === undefined) return;
    const end = await this.agreement(segment);
    if (end.sq < lastSqOf(segment)) await this.append(end, lastSqOf(segment));
  }

  /** Writes the current segment on, to its end at most. */
  private async writeOn(end: End): Promise<void> {
    const segment = segmentOf(end.sq + 1);
    const start = segmentOf(end.sq) === segment ? end : { sq: end.sq, size: 0 };
    this.end = await this.append(start, Math.min(lastSqOf(segment), this.target));
  }

  /** Appends the lines behind an end up to a record of the same segment. */
  private async append(end: End, until: number): Promise<End> {
    const name = segmentName(segmentOf(end.sq + 1));
    let { size } = end;
    const file = await this.open(name);
    try {
      const present = (await file.stat()).size;
      if (present !== size)
        throw new Error(`${name} has ${present} bytes, not the ${size} that were written`);
      for await (const page of this.services.journal.linesBetween(this.rn, end.sq, until)) {
        size += await writeLines(file, page, size, this.services.room);
      }
      if (this.services.sync()) await file.datasync();
    } finally {
      await file.close();
    }
    this.services.onWritten(this.rn, name, until, size - end.size);
    return { sq: until, size };
  }

  private async open(name: string): Promise<FileHandle> {
    const open = () => fs.open(path.join(this.folder, name), constants.O_RDWR | constants.O_CREAT, FILE_MODE);
    return open().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await fs.mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
      return open();
    });
  }

  /** Keeps a file that disagrees with the database: it may be evidence. */
  private async setAside(name: string, reason: string): Promise<void> {
    this.services.onDamaged(this.rn, await keepAside(this.folder, name), reason);
  }
}
