/** Archived segments as an audit reads them: files and what the database says of them may both be wrong. */
import path from 'node:path';
import { digestOf } from '../archive/archive.ts';
import { readFile, SegmentLines, unpacked } from './lines.ts';
import type { ReadOnlyDatabase } from '../read-only.ts';
import { lastSqOf, segmentName, segmentOf } from '../segments/name.ts';

/** What the database says of an archived segment. */
export interface UncheckedFile {
  segment: number;
  /** Size of the compressed file. */
  bytes: unknown;
  /** SHA-256 of the compressed file, hex. */
  digest: unknown;
  /** SHA-256 of the lines in it, hex. */
  content: unknown;
}

/** An archived segment as it was found. */
export interface FoundSegment {
  /** Null when the file cannot be read. */
  lines: SegmentLines | null;
  /** What is wrong with the file. */
  problems: string[];
  /** What the service puts right by itself. */
  remarks: string[];
}

/** Highest segment that a register can have. */
const LAST_SEGMENT = segmentOf(2 ** 32 - 1);
const PAGE = 1000;
/** Unpacked segments that are kept, in bytes: what is looked up lies close together. */
const KEPT_BYTES = 64_000_000;

/** The archived segments of a journal. */
export class AuditedArchive {
  private readonly db: ReadOnlyDatabase;
  /** By path; the one used last is last. */
  private readonly kept = new Map<string, FoundSegment>();
  private keptBytes = 0;

  constructor(db: ReadOnlyDatabase) {
    this.db = db;
  }

  /** What the database says of a register's archived segments, in order; entries that can be none are left out. */
  async *files(register: number): AsyncGenerator<UncheckedFile> {
    for (let after = -1; ;) {
      const files = await this.db.all<UncheckedFile>(
        `SELECT segment, bytes, digest, content FROM archived
         WHERE register = ? AND segment > ? AND segment <= ${LAST_SEGMENT} AND typeof(segment) = 'integer'
         ORDER BY segment LIMIT ${PAGE}`,
        [register, after],
      );
      yield* files;
      if (files.length < PAGE) return;
      after = files.at(-1)!.segment;
    }
  }

  /** One of them; null when the segment is not archived. */
  async fileOf(register: number, segment: number): Promise<UncheckedFile | null> {
    const rows = await this.db.all<UncheckedFile>(
      'SELECT segment, bytes, digest, content FROM archived WHERE register = ? AND segment = ?',
      [register, segment],
    );
    return rows[0] ?? null;
  }

  /** Whether the entries are those of the oldest segments without a gap; else what they are, in words. */
  async gaps(register: number): Promise<string | null> {
    const [row] = await this.db.all<{ n: number; first: unknown; last: unknown }>(
      'SELECT count(*) AS n, min(segment) AS first, max(segment) AS last FROM archived WHERE register = ?',
      [register],
    );
    const { n, first, last } = row!;
    if (n === 0 || (first === 0 && last === n - 1)) return null;
    return `${n} segments are marked as archived, from ${String(first)} to ${String(last)}; they should be the first ones, without a gap`;
  }

  /**
   * Reads the file of a segment. One that is not what was archived is read nevertheless: it shows more than a gap.
   * @param folder with the journal files of the register
   */
  async read(folder: string, known: UncheckedFile): Promise<FoundSegment> {
    const file = path.join(folder, `${segmentName(known.segment)}.gz`);
    const before = this.kept.get(file);
    const found = before ?? (await read(file, known));
    this.kept.delete(file);
    this.kept.set(file, found);
    if (!before) this.makeRoom(file, found);
    return found;
  }

  private makeRoom(file: string, { lines }: FoundSegment): void {
    this.keptBytes += lines?.size ?? 0;
    for (const [oldest, { lines }] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES || oldest === file) return;
      this.kept.delete(oldest);
      this.keptBytes -= lines?.size ?? 0;
    }
  }
}

/** Reads a compressed file; where it is gone or damaged, the plain one with the same lines that was put back. */
async function read(file: string, known: UncheckedFile): Promise<FoundSegment> {
  const found = await readPacked(file, known);
  if (found.lines && found.problems.length === 0) return found;
  const plain = file.slice(0, -'.gz'.length);
  const bytes = await readFile(plain);
  if ('problem' in bytes || digestOf(bytes.bytes) !== known.content) return found;
  const remarks = [...found.problems, `${plain} with the same lines takes its place`];
  return { lines: new SegmentLines(known.segment, bytes.bytes), problems: [], remarks };
}

async function readPacked(
  file: string,
  { segment, bytes, digest, content }: UncheckedFile,
): Promise<FoundSegment> {
  const packed = await readFile(file);
  if ('problem' in packed) return { lines: null, problems: [`${file} ${packed.problem}`], remarks: [] };
  const isSame = packed.bytes.length === bytes && digestOf(packed.bytes) === digest;
  const other = `${file} is not the file that was archived (size or SHA-256)`;
  const unzipped = await unpacked(packed.bytes);
  if ('problem' in unzipped) {
    const problems = [...(isSame ? [] : [other]), `${file} ${unzipped.problem}`];
    return { lines: null, problems, remarks: [] };
  }
  const lines = new SegmentLines(segment, unzipped.bytes);
  const [problems, remarks]: [string[], string[]] = [[], []];
  const isContent = digestOf(unzipped.bytes) === content;
  if (!isSame && isContent) remarks.push(`${file} was packed anew from the same lines`);
  else if (!isSame) problems.push(other);
  else if (!isContent) problems.push(`${file} has other lines than those that were archived (SHA-256)`);
  if (lines.last !== lastSqOf(segment)) {
    problems.push(`${file} ends with SQ ${lines.last}, not ${lastSqOf(segment)}`);
  }
  return { lines, problems, remarks };
}
