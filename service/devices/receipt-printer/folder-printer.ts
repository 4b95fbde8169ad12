/**
 * A folder as a printer: each job becomes a file that is there whole or not at
 * all, and takes the place of no other. The folder is never created: what would
 * be made where a drive is not connected is looked for by nobody.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PortError, portError, type PortFault } from '../ports/contract.ts';
import type { OpenPrinter } from './connected.ts';
import type { PrintOutcome } from './print.ts';
import { UNKNOWN_STATUS } from './status.ts';

/** A drive of another machine that is off may be waited for without end, ms. */
const PATIENCE_MS = 10_000;
/** Letters of a name; files of one name are numbered up to this. */
const MOST_LETTERS = 100;
const MOST_ALIKE = 1000;
/** What drives answer that know one name a file only. */
const CANNOT_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK']);
/** Names that Windows keeps for devices, whatever their ending. */
const OF_DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** @param ending of the files, with its dot */
export function folderPrinter(folder: string, ending: string): OpenPrinter {
  return async () => {
    const ended = Promise.withResolvers<PortError | null>();
    const check = async () => {
      try {
        await inTime(mustBeWritable(folder), folder);
      } catch (error) {
        // It is looked for anew before the next job.
        ended.resolve(folderError(error, folder));
        throw folderError(error, folder);
      }
      return UNKNOWN_STATUS;
    };
    await check();
    return {
      isSilent: false,
      status: UNKNOWN_STATUS,
      ended: ended.promise,
      on: () => undefined,
      refresh: check,
      identify: () => Promise.resolve({ maker: '', model: '', serial: '' }),
      send: () => Promise.reject(new PortError('unsupported', 'a folder has no drawer')),
      async print({ bytes, name }, watch): Promise<PrintOutcome> {
        try {
          await check();
        } catch (error) {
          return { kind: 'refused', trouble: folderError(error, folder).fault };
        }
        await watch.begin();
        let temporary: string;
        try {
          temporary = await inTime(written(folder, bytes), folder);
        } catch (error) {
          return { kind: 'refused', trouble: folderError(error, folder).fault };
        }
        try {
          await inTime(named(temporary, path.join(folder, safe(name)), ending), folder);
        } catch (error) {
          const { fault } = folderError(error, folder);
          // Whether the name is there cannot be known when there was no answer.
          if (fault !== 'silent') return { kind: 'refused', trouble: fault };
          await watch.started();
          return { kind: 'unknown', trouble: fault };
        }
        await watch.started();
        return { kind: 'printed' };
      },
      next: (signal) =>
        new Promise((resolve) => {
          if (signal.aborted) resolve();
          else signal.addEventListener('abort', () => resolve(), { once: true });
        }),
      close() {
        ended.resolve(null);
        return Promise.resolve();
      },
    };
  };
}

async function mustBeWritable(folder: string): Promise<void> {
  if (!path.isAbsolute(folder)) throw new PortError('folder', `${folder} is no full path on this system`);
  if (!(await fs.stat(folder)).isDirectory()) throw new PortError('folder', `${folder} is no folder`);
  await fs.access(folder, constants.W_OK | constants.X_OK);
}

/** Writes a file under a name that nobody looks for; returns its path. */
async function written(folder: string, bytes: Uint8Array): Promise<string> {
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    const handle = await fs.open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return temporary;
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Gives a file its name, or the next one with a number where there is such a file. */
async function named(temporary: string, base: string, ending: string): Promise<void> {
  try {
    for (let number = 1; number <= MOST_ALIKE; number += 1) {
      const file = `${base}${number === 1 ? '' : `-${number}`}${ending}`;
      if (await takes(temporary, file)) {
        await syncFolder(path.dirname(file));
        return;
      }
    }
    throw new PortError('full', `there are ${MOST_ALIKE} files like ${base}${ending}`);
  } finally {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** False where there is such a file already. */
async function takes(temporary: string, file: string): Promise<boolean> {
  try {
    await fs.link(temporary, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!CANNOT_LINK.has(code)) throw error;
  }
  // Such drives cannot refuse to replace a file: between look and renaming only another program could lay one there.
  const isThere = await fs.access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await fs.rename(temporary, file);
  return !isThere;
}

/** Makes the name outlive a power cut, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** A name for any system. */
function safe(name: string): string {
  const letters = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  const short = letters.slice(0, MOST_LETTERS);
  if (short === '') return 'receipt';
  return OF_DEVICES.test(short) ? `receipt-${short}` : short;
}

function folderError(error: unknown, folder: string): PortError {
  if (error instanceof PortError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const fault: PortFault | null = code === 'ENOENT' || code === 'ENOTDIR' ? 'folder' : null;
  return fault ? new PortError(fault, `${folder}: ${code}`) : portError(error, folder);
}

/** Work that is not waited for any longer; it may still end well. */
async function inTime<T>(work: Promise<T>, folder: string): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new PortError('silent', `${folder} does not answer`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, silent]);
  } finally {
    clearTimeout(late);
  }
}
