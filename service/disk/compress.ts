/** Compresses files of the journal so that at every moment one of the two is whole and on disk. */
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** The compressed file that is there already says something else. */
export class OtherContentError extends Error {}

/**
 * Puts `<file>.gz` with the same time in the place of a file. The file goes
 * only after the compressed one was synced, read back and found equal.
 * @returns bytes of the compressed file
 * @throws OtherContentError, errors of the file system; the file is untouched then
 */
export async function compressFile(file: string, signal: AbortSignal): Promise<number> {
  const target = `${file}.gz`;
  const source = await open(file);
  try {
    const before = await source.stat();
    const content = createHash('sha256');
    if (await exists(target)) {
      // Left by a crash right before the file went, or made by somebody else.
      await pipeline(source.createReadStream({ autoClose: false }), into(content), { signal });
    } else {
      const unfinished = `${target}.${randomUUID().slice(0, 8)}.tmp`;
      try {
        await writeCompressed(source, unfinished, content, signal);
        await fs.utimes(unfinished, before.atime, before.mtime);
        await fs.rename(unfinished, target);
      } catch (error) {
        await fs.rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(file));
    }
    if (!(await holds(target, content.digest('hex'), signal)))
      throw new OtherContentError(`${target} does not hold what ${path.basename(file)} holds`);
    const after = await fs.lstat(file);
    const same = after.ino === before.ino && after.size === before.size && after.mtimeMs === before.mtimeMs;
    if (!same) throw new OtherContentError(`${file} was changed while it was compressed`);
  } finally {
    await source.close();
  }
  await fs.unlink(file);
  return (await fs.lstat(target)).size;
}

/** Opens for reading what is no link, where the system can tell. */
function open(file: string): Promise<FileHandle> {
  return fs.open(file, constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0));
}

async function writeCompressed(
  source: FileHandle,
  to: string,
  content: Hash,
  signal: AbortSignal,
): Promise<void> {
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      content.update(chunk);
      yield chunk;
    }
  };
  const output = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source.createReadStream({ autoClose: false }), hashed, createGzip(), output, { signal });
}

/** True when a compressed file says what has this digest. */
async function holds(file: string, digest: string, signal: AbortSignal): Promise<boolean> {
  const packed = await open(file);
  try {
    const content = createHash('sha256');
    await pipeline(packed.createReadStream({ autoClose: false }), createGunzip(), into(content), { signal });
    return content.digest('hex') === digest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) return false;
    throw error;
  } finally {
    await packed.close();
  }
}

function into(hash: Hash): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done();
    },
  });
}

function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

/** Makes a new name durable; Windows does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
