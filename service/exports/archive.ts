/**
 * Files of an export into a zip archive or a folder, as they are made: nothing
 * is held in memory, and the producer waits for whoever takes the bytes.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable, type PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFile } from '../countries/contract/exports.ts';
import { fileName } from './file-name.ts';

/** Half the time of the usual level for a file 6 % larger, measured with 64 MB of invoices as XML. */
const LEVEL = 3;
/** Bytes that are compressed or written at a time. */
const CHUNK = 65_536;

/** A file that was written. */
export interface WrittenFile {
  name: string;
  /** Bytes. */
  size: number;
}

/**
 * Writes files as one zip archive. When a file cannot be made to its end, or
 * the signal says stop, the output is destroyed: half an archive must not look
 * like a whole one.
 * @param modified time of the files
 */
export async function writeZip(
  files: AsyncIterable<ExportFile>,
  output: Writable,
  modified: Date,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  const packed = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => packed.destroy(error));
  const filled = fill(zip, packed, files, modified);
  try {
    await pipeline(packed, output, { signal });
  } finally {
    // The files may still be in the middle of something.
    await filled;
  }
}

/** Who went away while the archive was made, or before it began. */
const LEFT_CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/** True for an error that says no more than that nobody takes the archive any more. */
export function wasLeft(error: unknown): boolean {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || LEFT_CODES.includes(code);
}

/** Puts one file after the other into the archive. Ends early when nobody takes it any more. */
async function fill(
  zip: ZipFile,
  packed: PassThrough,
  files: AsyncIterable<ExportFile>,
  modified: Date,
): Promise<void> {
  try {
    for await (const file of files) {
      if (packed.destroyed) return;
      const content = Readable.from(inChunks(file.content), { objectMode: false });
      const stop = () => content.destroy();
      packed.once('close', stop);
      zip.addReadStream(content, fileName(file.name), { mtime: modified, compressionLevel: LEVEL });
      await finished(content);
      packed.off('close', stop);
    }
    zip.end();
  } catch (error) {
    packed.destroy(error as Error);
  }
}

/**
 * Writes files into a folder. Each gets its name when it is complete; what was
 * there under that name is replaced.
 */
export async function writeFolder(
  files: AsyncIterable<ExportFile>,
  folder: string,
  signal: AbortSignal,
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for await (const file of files) {
    const name = fileName(file.name);
    const size = await writeWhole(
      path.join(folder, name),
      (output) => pipeline(inChunks(file.content), output, { signal }),
      { signal },
    );
    written.push({ name, size });
  }
  return written;
}

/**
 * Writes a file that is there as a whole or not at all. What lies there under its name,
 * which may be a link to anywhere, is replaced, never written through.
 * @param write ends or destroys the stream it gets
 * @param options.sync false where thousands of small files can be written again
 * @returns bytes
 */
export async function writeWhole(
  file: string,
  write: (output: Writable) => Promise<void>,
  { signal, sync = true }: { signal?: AbortSignal; sync?: boolean } = {},
): Promise<number> {
  // A name of its own: two exports may write the same file at once.
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    signal?.throwIfAborted();
    const output = createWriteStream(unfinished, { flags: 'wx', flush: sync });
    await write(output);
    await fs.rename(unfinished, file);
    return output.bytesWritten;
  } catch (error) {
    await fs.rm(unfinished, { force: true });
    throw error;
  }
}

/** Joins small pieces: each step through an archive costs more than its bytes. */
async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size < CHUNK) continue;
    yield pieces.length === 1 ? piece : Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}
