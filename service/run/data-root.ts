/** The data directory (doc 2, "Data directory"): where it is, what is in it, who may use it. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDurably } from '../settings/durable-file.ts';
import type { SqliteError } from '../sqlite/errors.ts';
import { holdLock } from '../sqlite/lock.ts';

/** The folders of a data root that the service uses. */
export interface DataRoot {
  root: string;
  /** Public keys and certificates. */
  cer: string;
  /** Global configuration and secrets. */
  gbl: string;
  /** Process logs. */
  log: string;
  /** The journal of all registers. */
  journalFile: string;
  /** Private signing keys. */
  keys: string;
  /** Identifies this installation for good. */
  instance: string;
  /** Gives the folder free for another instance. */
  release(): Promise<void>;
}

/** The folder cannot be created or written. */
export class NotWritableError extends Error {}

/** Another running instance uses the folder. */
export class InUseError extends Error {}

/** Default per operating system: program data on Windows, the service user's home elsewhere. */
export function defaultDataRoot(): string {
  switch (process.platform) {
    case 'win32':
      return path.join(process.env.ProgramData ?? 'C:\\ProgramData', 'Tillmark');
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Application Support', 'Tillmark');
    default:
      return path.join(os.homedir(), 'tillmark');
  }
}

/** Where keys are, and the folder and data root that they belong to. */
type KeyPlace = Pick<DataRoot, 'root' | 'gbl' | 'keys'>;

/**
 * Creates what is missing and takes the folder for this process.
 * @param knownBefore id of the installation where its file is lost; null for a new one
 * @param prepare done before anything in the folders is read
 * @throws NotWritableError, InUseError
 */
export async function openDataRoot(
  root: string,
  knownBefore: (place: KeyPlace) => Promise<string | null> = () => Promise.resolve(null),
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<DataRoot> {
  const folder = (name: string) => path.join(root, name);
  const journalFile = folder('journal.db');
  try {
    // Receipts name customers: a folder we create is for the service's user only.
    await createFolder(root);
    for (const name of ['cer', 'gbl', 'log', 'rn']) await createFolder(folder(name));
    await fs.access(root, fs.constants.W_OK);
  } catch (error) {
    throw new NotWritableError(
      `data root ${root} cannot be written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const release = await lock(folder('gbl'), root);
  await prepare().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const keys = path.join(folder('gbl'), 'keys');
  return {
    root,
    cer: folder('cer'),
    gbl: folder('gbl'),
    log: folder('log'),
    journalFile,
    keys,
    instance: await instanceId(path.join(folder('gbl'), 'instance'), () =>
      knownBefore({ root, gbl: folder('gbl'), keys }),
    ),
    release,
  };
}

/** Creates a folder and what is missing above it, one by one: Node's own way never returns under /proc. */
async function createFolder(folder: string): Promise<void> {
  const exists = await fs.stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (exists) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await createFolder(parent);
  await fs.mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Takes the folder for this process, as long as it lives: a crash leaves nothing to clean up. */
async function lock(gbl: string, root: string): Promise<() => Promise<void>> {
  const pidFile = path.join(gbl, 'instance.pid');
  let release: () => void;
  try {
    release = holdLock(path.join(gbl, 'instance.lock'));
  } catch (error) {
    if ((error as SqliteError).code !== 'SQLITE_BUSY') throw notWritable(root, error as Error);
    const pid = await fs.readFile(pidFile, 'utf8').catch(() => '?');
    throw new InUseError(`data root ${root} is in use by another Tillmark (process ${pid.trim()})`);
  }
  // It only helps people; a full disk must not keep the service from starting.
  await fs.writeFile(pidFile, `${process.pid}\n`).catch(() => undefined);
  return async () => {
    await fs.rm(pidFile, { force: true });
    release();
  };
}

function notWritable(root: string, error: Error): NotWritableError {
  return new NotWritableError(`data root ${root} cannot be written (${error.message})`);
}

async function instanceId(file: string, knownBefore: () => Promise<string | null>): Promise<string> {
  const found = await fs.readFile(file, 'utf8').catch(() => '');
  if (found.trim() !== '') return found.trim();
  const id = (await knownBefore()) ?? randomUUID();
  await writeDurably(file, `${id}\n`, 0o644);
  return id;
}
