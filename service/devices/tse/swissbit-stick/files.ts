/**
 * The files of the stick on its drive. The operating system must neither keep what is read nor
 * hold back what is written: files are opened for direct access (`O_DIRECT`), which wants memory
 * at addresses that are multiples of the block size. JavaScript does not tell addresses, so that a
 * place in a buffer is looked for at which the stick can be read; memory of buffers does not move.
 */
import fs, { constants } from 'node:fs';
import path from 'node:path';

/** Bytes of a block; all is read and written in blocks. */
export const BLOCK = 512;
/** Blocks of each file of the store. */
const STORE_BLOCKS = 2_097_152;
/** Status of the stick. */
export const INFO_FILE = 'TSE_INFO.DAT';
/** Mailbox. */
export const COMM_FILE = 'TSE_COMM.DAT';
const MOST_BLOCKS = 128;
const LARGEST_ALIGNMENT = 4096;
const ALIGNMENT_STEP = 8;
/** Of libuv on Windows: FILE_FLAG_NO_BUFFERING and FILE_FLAG_WRITE_THROUGH. Not tried on a stick. */
const WINDOWS_FLAGS = 0x02000000 | 0x08000000;

/** Name of a file of the store, from 1. */
export function storeFile(number: number): string {
  return `TSE_TAR.${String(number).padStart(3, '0')}`;
}

/** Whether a folder has the files of a stick. */
export async function isStick(folder: string): Promise<boolean> {
  const isThere = (name: string) =>
    fs.promises.stat(path.join(folder, name)).then(
      (file) => file.isFile(),
      () => false,
    );
  const all = await Promise.all([INFO_FILE, COMM_FILE, storeFile(1)].map(isThere));
  return all.every(Boolean);
}

/** Reads and writes blocks. Errors are those of the file system; one thing at a time. */
export class StickFiles {
  private readonly folder: string;
  private readonly memory = new ArrayBuffer(MOST_BLOCKS * BLOCK + LARGEST_ALIGNMENT);
  /** Place in the memory that suits the stick; null while it is not known. */
  private place: number | null = null;
  /** False for a drive that has larger blocks than sticks have: no stick, but a folder in its place. */
  private isDirect = true;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Reads blocks of a file, at most 128; fewer bytes at its end. */
  async read(name: string, block: number, count: number): Promise<Buffer> {
    const bytes = Math.min(count, MOST_BLOCKS) * BLOCK;
    const at = block * BLOCK;
    const read = () =>
      this.use(name, constants.O_RDONLY, async (file) => {
        const view = await this.suiting(bytes, (place) => file.read(place, 0, bytes, at));
        return view && Buffer.from(view);
      });
    const told = await read();
    if (told) return told;
    this.isDirect = false;
    const plain = await read();
    if (plain) return plain;
    throw new Error('the file cannot be read');
  }

  /** Writes bytes from the begin of a block on, filled up with zeros. */
  async write(name: string, block: number, bytes: Buffer): Promise<void> {
    const size = Math.ceil(bytes.length / BLOCK) * BLOCK;
    if (size > MOST_BLOCKS * BLOCK) throw new RangeError('that is more than the stick is written at once');
    // What suits reading suits writing.
    if (this.place === null) await this.read(INFO_FILE, 0, 1);
    await this.use(name, constants.O_RDWR, async (file) => {
      const view = new Uint8Array(this.memory, this.place ?? 0, size).fill(0);
      view.set(bytes);
      const { bytesWritten } = await file.write(view, 0, size, block * BLOCK);
      if (bytesWritten !== size) throw new Error(`${bytesWritten} of ${size} bytes were written`);
    });
  }

  /** Writes into the store, which goes on in the next file where one ends. @param block of the store as a whole */
  async writeStore(block: number, bytes: Buffer): Promise<void> {
    for (let at = 0; at * BLOCK < bytes.length; at++) {
      const [file, own] = [Math.floor((block + at) / STORE_BLOCKS) + 1, (block + at) % STORE_BLOCKS];
      await this.write(storeFile(file), own, bytes.subarray(at * BLOCK, (at + 1) * BLOCK));
    }
  }

  /** Bytes of the store from its begin. */
  async *readStore(size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < size;) {
      const block = at / BLOCK;
      const [file, own] = [Math.floor(block / STORE_BLOCKS) + 1, block % STORE_BLOCKS];
      const wanted = Math.min(MOST_BLOCKS, STORE_BLOCKS - own, Math.ceil((size - at) / BLOCK));
      const piece = await this.read(storeFile(file), own, wanted);
      // Whole blocks, else the next one would be looked for in the wrong place.
      if (piece.length < Math.min(wanted * BLOCK, size - at)) throw new Error('the store ends too early');
      yield piece.subarray(0, size - at);
      at += wanted * BLOCK;
    }
  }

  /** Null: no place suits. */
  private async suiting(
    bytes: number,
    read: (view: Uint8Array) => Promise<{ bytesRead: number }>,
  ): Promise<Uint8Array | null> {
    const places =
      this.place === null
        ? Array.from({ length: LARGEST_ALIGNMENT / ALIGNMENT_STEP }, (_, i) => i * ALIGNMENT_STEP)
        : [this.place];
    for (const place of places) {
      const view = new Uint8Array(this.memory, place, bytes);
      try {
        const { bytesRead } = await read(view);
        this.place = place;
        return view.subarray(0, bytesRead);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      }
    }
    return null;
  }

  private async use<T>(
    name: string,
    flags: number,
    work: (file: fs.promises.FileHandle) => Promise<T>,
  ): Promise<T> {
    const file = await opened(path.join(this.folder, name), flags, this.isDirect);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }
}

/** Drives in memory know no direct access, and need none. */
async function opened(file: string, flags: number, isDirect: boolean): Promise<fs.promises.FileHandle> {
  if (!isDirect) return fs.promises.open(file, flags);
  const direct =
    process.platform === 'win32' ? WINDOWS_FLAGS : (constants.O_DIRECT ?? 0) | (constants.O_SYNC ?? 0);
  try {
    return await fs.promises.open(file, flags | direct);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
    return fs.promises.open(file, flags);
  }
}
