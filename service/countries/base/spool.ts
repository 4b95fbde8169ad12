/**
 * Rows of files that are made at once on disk: an archive has one file after the other, each with its
 * head before its rows, a journal all of them record by record, and it is read once. Nothing is kept in memory but what is
 * about to be written.
 */
import { randomUUID } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Characters that are collected before they are written. */
const PIECE = 1 << 16;
const READ_BYTES = 1 << 16;

/** A file of rows that exists as long as the export does. */
export class Spool {
  private readonly folder: string;
  private readonly encoding: 'utf8' | 'latin1';
  private handle: FileHandle | null = null;
  private rows: string[] = [];
  /** Characters of the rows. */
  private length = 0;
  private size = 0;

  /**
   * @param folder where the file goes; it has no name there while it is used, so that a crash leaves nothing
   * @param encoding of the rows; `latin1` for rows whose code units are the bytes of the file
   */
  constructor(folder: string, encoding: 'utf8' | 'latin1' = 'utf8') {
    this.folder = folder;
    this.encoding = encoding;
  }

  /** Adds a row; {@link flush} writes it. */
  add(row: string): void {
    this.rows.push(row);
    this.length += row.length;
  }

  /** Writes what was added when it is worth it. */
  async flush(least = PIECE): Promise<void> {
    if (this.length < least) return;
    const bytes = this.takeBytes();
    this.handle ??= await unnamedFile(this.folder);
    await this.handle.appendFile(bytes);
    this.size += bytes.length;
  }

  /** Everything that was added, in pieces. */
  async *content(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size;) {
      const { buffer, bytesRead } = await this.handle!.read(
        Buffer.allocUnsafe(Math.min(READ_BYTES, this.size - at)),
        { position: at },
      );
      if (bytesRead === 0) throw new Error('what an export has written is not there any more');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    if (this.length > 0) yield this.takeBytes();
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
    this.rows = [];
    [this.length, this.size] = [0, 0];
  }

  private takeBytes(): Buffer {
    const bytes = Buffer.from(this.rows.join(''), this.encoding);
    this.rows = [];
    this.length = 0;
    return bytes;
  }
}

async function unnamedFile(folder: string): Promise<FileHandle> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `rows-${randomUUID()}.tmp`);
  const handle = await fs.open(file, 'wx+', 0o600);
  await fs.unlink(file);
  return handle;
}
