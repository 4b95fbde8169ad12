/**
 * A file of lines that begins anew when it is long; older ones are kept under
 * numbers. What cannot be written is lost to the file and nothing else: a full
 * disk keeps nobody waiting, and when there is room again, so are the lines.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';

/** How long and how many files become. */
export interface LineFileLimits {
  /** Bytes after which a file is not continued. */
  bytes: number;
  /** Files, the one that is written included. */
  files: number;
}

/** Takes lines with their line feeds and writes them in order, as many at a time as there are. */
export class LineFile extends Writable {
  private readonly file: string;
  private readonly limits: LineFileLimits;
  private handle: fs.FileHandle | null = null;
  private size = 0;
  private lost = 0;

  /** @param file full path; older files get a number before the ending: `service1.log` is the one before `service.log` */
  constructor(file: string, limits: LineFileLimits) {
    super({ decodeStrings: false, highWaterMark: Number.MAX_SAFE_INTEGER });
    this.file = file;
    this.limits = limits;
  }

  override _write(line: string, _encoding: BufferEncoding, done: () => void): void {
    void this.put([line]).then(done);
  }

  override _writev(chunks: { chunk: string }[], done: () => void): void {
    void this.put(chunks.map(({ chunk }) => chunk)).then(done);
  }

  override _final(done: () => void): void {
    void this.leave().then(done);
  }

  /** Never rejects. */
  private async put(lines: readonly string[]): Promise<void> {
    const text = this.lost === 0 ? lines.join('') : `${this.excuse}\n${lines.join('')}`;
    try {
      const handle = await this.open(Buffer.byteLength(text));
      await handle.appendFile(text);
      this.size += Buffer.byteLength(text);
      this.lost = 0;
    } catch {
      this.lost += lines.length;
      // A part of it may have been written: no line may begin within another one.
      await this.handle?.truncate(this.size).catch(() => undefined);
      await this.leave();
    }
  }

  private get excuse(): string {
    return `${new Date().toISOString()} warn ${this.lost} lines could not be written here`;
  }

  private async open(bytes: number): Promise<fs.FileHandle> {
    // Deleted in the meantime, maybe with its folder: nobody would ever read what is written to it.
    if (this.handle && (await this.handle.stat()).nlink === 0) await this.leave();
    if (this.handle && this.size > 0 && this.size + bytes > this.limits.bytes) {
      await this.leave();
      await this.turnOver();
    }
    if (!this.handle) {
      await fs.mkdir(path.dirname(this.file), { recursive: true });
      // What customers and cashiers did can be guessed from it.
      this.handle = await fs.open(this.file, 'a', 0o600);
      this.size = (await this.handle.stat()).size;
    }
    return this.handle;
  }

  /** Gives every file the next number; the oldest one is overwritten. */
  private async turnOver(): Promise<void> {
    for (let n = this.limits.files - 1; n >= 1; n--) {
      const [from, to] = [this.numbered(n - 1), this.numbered(n)];
      await fs.rename(from, to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  private numbered(n: number): string {
    const { dir, name, ext } = path.parse(this.file);
    return n === 0 ? this.file : path.join(dir, `${name}${n}${ext}`);
  }

  private async leave(): Promise<void> {
    const { handle } = this;
    this.handle = null;
    await handle?.close().catch(() => undefined);
  }
}
