/** Lines into a journal file, with little left behind for the garbage collector. */
import type { FileHandle } from 'node:fs/promises';
import type { Line } from '../lines.ts';
import { bytesOf } from './line.ts';

const LINE_FEED = 0x0a;
/** Bytes that a code unit of a string takes in UTF-8, at most. */
const MOST_BYTES_OF_A_UNIT = 3;

/**
 * Writes lines from a place in a file on.
 * @param room memory that the lines are put together in; what is longer takes its own
 * @returns bytes written
 */
export async function writeLines(
  file: Pick<FileHandle, 'write'>,
  lines: readonly Line[],
  position: number,
  room: Buffer,
): Promise<number> {
  let [size, used] = [0, 0];
  const write = async (bytes: Buffer) => {
    await writeAt(file, bytes, position + size);
    size += bytes.length;
  };
  for (const line of lines) {
    const { text } = line;
    const most = text.length * MOST_BYTES_OF_A_UNIT + 1;
    if (used + most > room.length) {
      await write(room.subarray(0, used));
      used = 0;
    }
    if (most > room.length) {
      await write(bytesOf([line]));
      continue;
    }
    used += room.write(text, used, 'utf8');
    room[used++] = LINE_FEED;
  }
  await write(room.subarray(0, used));
  return size;
}

async function writeAt(file: Pick<FileHandle, 'write'>, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
