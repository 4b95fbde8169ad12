/**
 * Segments whose transactions have left the database: read from their compressed
 * files, which are held against the digest that the database keeps of them.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DamagedFileError } from '../segments/damaged.ts';
import { firstSqOf, lastSqOf, segmentName, segmentOf } from '../segments/name.ts';
import type { Store } from '../store.ts';
import { ArchivedBlock } from './block.ts';
import { contentLength, LINES_PER_MEMBER, membersOf } from './members.ts';

/** Longest file that is archived, unpacked; longer ones stay in the database. */
export const MOST_BYTES = 64_000_000;
/** Unpacked lines that are kept in memory, for who asks for the same ones soon. */
const KEPT_BYTES = 8_000_000;

/** Compressed files that are read at a time from memory that is used again. */
const MOST_ROOMS = 4;

/** Large pieces: each one costs a turn of the main thread. */
const CHUNK = 262_144;

const unpack = promisify(gunzip);

/** An archived segment as the database knows it. */
export interface ArchivedFile {
  /** Size of the compressed file. */
  bytes: number;
  /** SHA-256 of the compressed file, hex. */
  digest: string;
  /** SHA-256 of the lines in it, hex. */
  content: string;
}

/** The archived segments of all registers: of each register the oldest ones, without a gap. */
export class Archive {
  private readonly store: Pick<Store, 'select' | 'registers'>;
  private readonly folderOf: (rn: string) => string;
  /** Number of archived segments by register. */
  private readonly counts: Map<number, number>;
  /** By file and first record; the one used last is last. */
  private readonly kept = new Map<string, ArchivedBlock>();
  private keptBytes = 0;
  private readonly loading = new Map<string, Promise<ArchivedBlock>>();
  /** Memory for compressed files that is free: fresh memory for each would keep the garbage collector busy. */
  private readonly rooms: Buffer[] = [];
  private readonly onUnreadable: (rn: string, segment: number) => void;

  /**
   * @param folderOf folder with the journal files of a register
   * @param counts of {@link Archive.countsOf}
   * @param onUnreadable told of each file that somebody wanted to read and could not
   */
  constructor(
    store: Pick<Store, 'select' | 'registers'>,
    folderOf: (rn: string) => string,
    counts: Map<number, number>,
    onUnreadable: (rn: string, segment: number) => void = () => undefined,
  ) {
    this.store = store;
    this.folderOf = folderOf;
    this.counts = counts;
    this.onUnreadable = onUnreadable;
  }

  /** Number of archived segments by id of the register. */
  static async countsOf(store: Pick<Store, 'select'>): Promise<Map<number, number>> {
    const rows = await store.select<{ register: number; count: number }>(
      'SELECT register, count(*) AS count FROM archived GROUP BY register',
      {},
    );
    return new Map(rows.map((row) => [row.register, row.count]));
  }

  /** Number of archived segments of a register; also the number of the first one that is not. */
  countOf(rn: string): number {
    return this.counts.get(this.store.registers.get(rn) ?? 0) ?? 0;
  }

  /** Last sequence number of a register that is archived, 0 for none. */
  until(rn: string): number {
    return Math.max(0, lastSqOf(this.countOf(rn) - 1));
  }

  /** Notes that one more segment of a register is archived. */
  added(rn: string): void {
    this.counts.set(this.store.registers.get(rn)!, this.countOf(rn) + 1);
  }

  /** The compressed file of a segment. */
  fileOf(rn: string, segment: number): string {
    return path.join(this.folderOf(rn), `${segmentName(segment)}.gz`);
  }

  /** What the database knows of an archived segment. */
  async fileAt(rn: string, segment: number): Promise<ArchivedFile> {
    const [known] = await this.store.select<ArchivedFile>(
      'SELECT bytes, digest, content FROM archived WHERE register = $register AND segment = $segment',
      { register: this.store.registers.get(rn) ?? 0, segment },
    );
    if (!known) throw new Error(`segment ${segment} of register ${rn} was never archived`);
    return known;
  }

  /**
   * The records around one, which must be archived.
   * @throws DamagedFileError when the file is missing or is not the one that was archived
   */
  block(rn: string, sq: number): Promise<ArchivedBlock> {
    const segment = segmentOf(sq);
    const member = Math.floor((sq - firstSqOf(segment)) / LINES_PER_MEMBER);
    const key = `${this.fileOf(rn, segment)} ${member}`;
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return Promise.resolve(known);
    }
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.load(rn, segment, member)
        .then((block) => this.keep(key, block))
        .finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    return loading;
  }

  private async load(rn: string, segment: number, member: number): Promise<ArchivedBlock> {
    const known = await this.fileAt(rn, segment);
    let room = this.rooms.pop();
    if (!room || room.length < known.bytes) room = Buffer.alloc(known.bytes);
    try {
      const packed = await readKnown(this.fileOf(rn, segment), known, room);
      const wanted = membersOf(packed)?.[member];
      if (!wanted) throw new Error(`register ${rn}: ${segmentName(segment)}.gz was packed in another way`);
      // In one piece: what is unpacked in many has to be put together.
      const size = { maxOutputLength: MOST_BYTES, chunkSize: contentLength(wanted) + 64 };
      return new ArchivedBlock(firstSqOf(segment) + member * LINES_PER_MEMBER, await unpack(wanted, size));
    } catch (error) {
      if (error instanceof DamagedFileError) this.onUnreadable(rn, segment);
      throw error;
    } finally {
      if (this.rooms.length < MOST_ROOMS) this.rooms.push(room);
    }
  }

  /** Makes room for it by what was not used for longest. */
  private keep(key: string, block: ArchivedBlock): ArchivedBlock {
    this.kept.set(key, block);
    this.keptBytes += block.bytes.length;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES || oldest === key) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytes.length;
    }
    return block;
  }
}

/**
 * Reads a compressed file and unpacks it.
 * @throws DamagedFileError when it is missing, cannot be read or is not the one that was archived
 */
export async function readArchived(file: string, known: ArchivedFile): Promise<Buffer> {
  const packed = await readKnown(file, known);
  return unpack(packed, { maxOutputLength: MOST_BYTES, chunkSize: CHUNK });
}

/**
 * Reads a compressed file without unpacking it.
 * @param room memory to read into, if it is to be used again: as long as the file at least
 * @throws DamagedFileError when it is missing, cannot be read or is not the one that was archived
 */
export async function readKnown(
  file: string,
  known: ArchivedFile,
  room: Buffer = Buffer.alloc(known.bytes),
): Promise<Buffer> {
  const name = path.join(path.basename(path.dirname(path.dirname(file))), 'jou', path.basename(file));
  const damaged = (what: string) =>
    new DamagedFileError(`the journal file ${name} ${what}; put it back from a backup`);
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw damaged(error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code ?? error.message})`);
  };
  const packed = await readWhole(file, known.bytes, room).catch(unreadable);
  if (!packed || digestOf(packed) !== known.digest) throw damaged('is not the one that was archived');
  return packed;
}

/** Null for a file of another length. */
async function readWhole(file: string, bytes: number, room: Buffer): Promise<Buffer | null> {
  const handle = await fs.open(file);
  try {
    const { size } = await handle.stat();
    if (size !== bytes) return null;
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await handle.read(room, at, bytes - at, at);
      if (bytesRead === 0) return null;
      at += bytesRead;
    }
    return room.subarray(0, bytes);
  } finally {
    await handle.close();
  }
}

/** The lines of a compressed file that is not the one that was archived, if it was packed from the same lines. */
export async function unpackIfLines(file: string, { content }: ArchivedFile): Promise<Buffer | null> {
  const packed = await readFileOf(file);
  const lines =
    packed && (await unpack(packed, { maxOutputLength: MOST_BYTES, chunkSize: CHUNK }).catch(() => null));
  return lines && digestOf(lines) === content ? lines : null;
}

/** The lines of a plain file, if they are those of the archived one. */
export async function readIfLines(file: string, { content }: ArchivedFile): Promise<Buffer | null> {
  const lines = await readFileOf(file);
  return lines && digestOf(lines) === content ? lines : null;
}

/** Null for what is no file, not there, not readable or too long. */
async function readFileOf(file: string): Promise<Buffer | null> {
  const stat = await fs.lstat(file).catch(() => null);
  if (!stat?.isFile() || stat.size > MOST_BYTES) return null;
  return fs.readFile(file).catch(() => null);
}

/** SHA-256, hex. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
