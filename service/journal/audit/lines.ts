/** Files of the journal as an audit reads them: whatever they hold, they are read into bounded memory. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MOST_BYTES } from '../archive/archive.ts';
import { firstSqOf } from '../segments/name.ts';

const LINE_FEED = 0x0a;
const unpack = promisify(gunzip);

/** The lines of a segment by sequence number, whatever they say. */
export class SegmentLines {
  private readonly bytes: Buffer;
  private readonly first: number;
  /** Where each line begins, and where the last complete one ends. */
  private readonly begins: number[] = [0];

  constructor(segment: number, bytes: Buffer) {
    this.bytes = bytes;
    this.first = firstSqOf(segment);
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
      this.begins.push(end + 1);
    }
  }

  /** Sequence number that the last complete line should have; the one before the first for none. */
  get last(): number {
    return this.first + this.begins.length - 2;
  }

  /** Bytes. */
  get size(): number {
    return this.bytes.length;
  }

  /** The line at the place of a sequence number, without line feed; null behind the last complete one. */
  line(sq: number): Buffer | null {
    const n = sq - this.first;
    const [begin, end] = [this.begins[n], this.begins[n + 1]];
    return begin === undefined || end === undefined ? null : this.bytes.subarray(begin, end - 1);
  }
}

/** A file was read, or why it was not. */
export type FileContent = { bytes: Buffer } | { problem: string };

/** Reads a file, or its beginning of some length. */
export async function readFile(file: string, size = Infinity): Promise<FileContent> {
  try {
    const stat = await fs.stat(file);
    // Whatever else there is under the name: opening it could wait for ever.
    if (!stat.isFile()) return { problem: 'is no file' };
    const length = Math.min(stat.size, size);
    if (length > MOST_BYTES) return { problem: `has more than ${MOST_BYTES} bytes` };
    const handle = await fs.open(file, constants.O_RDONLY);
    try {
      const buffer = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await handle.read(buffer, read, length - read, read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return { bytes: buffer.subarray(0, read) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { problem: code === 'ENOENT' ? 'is missing' : `cannot be read (${code})` };
  }
}

/** Unpacks what gzip packed. */
export async function unpacked(packed: Buffer): Promise<FileContent> {
  try {
    return { bytes: await unpack(packed, { maxOutputLength: MOST_BYTES }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { problem: `cannot be unpacked (${(error as Error).message})` };
  }
}
