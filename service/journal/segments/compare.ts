/** Holds a segment's file against the database. */
import type { FileHandle } from 'node:fs/promises';
import type { Line } from '../lines.ts';
import { bytesOf } from './line.ts';

/** How far a file says the same as the database. */
export interface Agreement {
  /** Last sequence number whose line is complete and right. */
  sq: number;
  /** Bytes up to there. */
  size: number;
  /** What follows: nothing, a line that was not written to its end, or complete lines that are wrong. */
  rest: 'nothing' | 'unfinished' | 'wrong';
}

const LINE_FEED = 0x0a;
const CHUNK = 65_536;

/**
 * Compares byte by byte, page by page.
 * @param pages the lines that should be there
 * @param before sequence number before the first of them
 */
export async function compare(
  file: FileHandle,
  pages: AsyncIterable<Line[]>,
  before: number,
): Promise<Agreement> {
  let sq = before;
  let size = 0;
  for await (const page of pages) {
    const expected = bytesOf(page);
    const found = await readAt(file, size, expected.length);
    const whole = found.equals(expected);
    let same = 0;
    for (const line of page) {
      const bytes = bytesOf([line]);
      const end = same + bytes.length;
      if (!whole && !found.subarray(same, end).equals(bytes)) break;
      same = end;
      sq = line.sq;
    }
    size += same;
    if (!whole) break;
  }
  return { sq, size, rest: await restOf(file, size) };
}

async function restOf(file: FileHandle, from: number): Promise<Agreement['rest']> {
  for (let at = from; ;) {
    const chunk = await readAt(file, at, CHUNK);
    if (chunk.includes(LINE_FEED)) return 'wrong';
    at += chunk.length;
    if (chunk.length < CHUNK) return at === from ? 'nothing' : 'unfinished';
  }
}

/** Reads up to a number of bytes; fewer only at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
