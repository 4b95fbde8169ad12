/** Hands invoices over as files in a folder, from where another program takes them. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CauseCode, HandedOver, Trouble } from '../../register/invoices/e-invoicing.ts';
import type { Channel, ChannelSettings, Parcel } from '../contract.ts';

/** Files are complete as soon as they have their name: they are written under another one, synced and renamed. */
export class FolderChannel implements Channel {
  private readonly settings: ChannelSettings;

  constructor(settings: ChannelSettings) {
    this.settings = settings;
  }

  problem(test: boolean): Trouble | null {
    if (this.folder(test) !== null) return null;
    const attribute = nameOf(test);
    const text = `the attribute ${attribute} names no folder`;
    return { text, cause: { code: 'folderMissing', params: { attribute } } };
  }

  /** A file is written and taken away again: nothing else tells whether the next one can be. */
  async test(test: boolean): Promise<Trouble | null> {
    const folder = this.folder(test);
    if (folder === null) return this.problem(test);
    const file = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      await write(file, Buffer.from('test'));
      return null;
    } catch (error) {
      return troubleOf(folder, error as NodeJS.ErrnoException);
    } finally {
      await fs.rm(file, { force: true }).catch(() => undefined);
    }
  }

  async send(parcel: Parcel, signal: AbortSignal): Promise<HandedOver> {
    const folder = this.folder(parcel.test);
    if (folder === null) return { outcome: 'unanswered', ...this.problem(parcel.test)! };
    const file = path.join(folder, parcel.fileName);
    const unfinished = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      signal.throwIfAborted();
      const before = await fs.readFile(file).catch(unlessMissing);
      if (before?.equals(parcel.bytes) !== true) {
        await write(unfinished, parcel.bytes);
        await fs.rename(unfinished, file);
        await sync(folder);
      }
      return { outcome: 'delivered', reference: parcel.fileName };
    } catch (error) {
      await fs.rm(unfinished, { force: true }).catch(() => undefined);
      return { outcome: 'unanswered', ...troubleOf(folder, error as NodeJS.ErrnoException) };
    }
  }

  private folder(test: boolean): string | null {
    const attributes = this.settings.attributes();
    return (test ? attributes.text('EInvoice_TestFolder') : attributes.text('EInvoice_Folder')) ?? null;
  }
}

function nameOf(test: boolean): string {
  return test ? 'EInvoice_TestFolder' : 'EInvoice_Folder';
}

const CAUSES: Readonly<Record<string, CauseCode>> = {
  ...{ ENOENT: 'folderAbsent', ENOTDIR: 'folderAbsent' },
  ...{ EACCES: 'folderRights', EPERM: 'folderRights', EROFS: 'folderRights' },
  ...{ ENOSPC: 'folderFull', EDQUOT: 'folderFull' },
};

/** The system's message names a file that nobody knows. */
function troubleOf(folder: string, { code = '', message }: NodeJS.ErrnoException): Trouble {
  const known = CAUSES[code];
  const text = `${folder} cannot be written: ${code || message}`;
  if (known) return { text, cause: { code: known, params: { folder } } };
  return { text, cause: { code: 'folder', params: { folder, said: code || message } } };
}

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name that was given is there after a power loss; Windows does it by itself and opens no folders. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
