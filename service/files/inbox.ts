/** The folder of requests: which files are there, in which order, and which of them are complete. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { bodyFormat, MAX_BODY_BYTES, parseBody, type ReadBody } from '../receipt/body.ts';
import { issue } from '../receipt/issue.ts';
import { codeOf, type Disk, type Stamp } from './disk.ts';
import type { Troubles } from './troubles.ts';

/** A request that was read. */
export interface Received {
  /** Name of its file. */
  file: string;
  /** SHA-256 of its bytes. */
  hash: string;
  body: ReadBody;
}

/** A request whose content makes no sense yet. */
interface Unfinished {
  stamp: Stamp;
  /** Poll at which the file had this stamp first. */
  since: number;
}

/** Names with a leading dot are what copying programs use while they copy. */
const REQUEST_FILE = /^[^.].*\.req$/is;
/** A file that stays as it is for so many polls is as complete as it gets. */
const SETTLED_POLLS = 2;
/** A file that cannot be read is somebody's who still writes it; after so many polls, 30 s, it is worth a word. */
const PATIENT_POLLS = 100;

/** Name of a request without its ending: its answer is named the same. */
export function requestName(file: string): string {
  return file.slice(0, -'.req'.length);
}

/** Looks into the folder of requests. */
export class Inbox {
  private readonly folder: string;
  private readonly disk: Disk;
  private readonly troubles: Troubles;
  private readonly unfinished = new Map<string, Unfinished>();
  /** Poll at which a file could not be read first. */
  private readonly unreadable = new Map<string, number>();
  private polls = 0;

  constructor(folder: string, disk: Disk, troubles: Troubles) {
    this.folder = folder;
    this.disk = disk;
    this.troubles = troubles;
  }

  /** Counts a poll; nothing else tells how long a file has not changed. */
  poll(): void {
    this.polls++;
  }

  /** The request files: urgent ones first, then by time of modification, then by name. Links and folders are none. */
  async files(urgent: (file: string) => boolean): Promise<string[]> {
    const found: { file: string; urgent: boolean; time: number }[] = [];
    for (const file of await this.disk.list(this.folder)) {
      if (!REQUEST_FILE.test(file)) continue;
      const stamp = await this.disk.look(this.pathOf(file));
      if (stamp !== null && stamp !== 'other') found.push({ file, urgent: urgent(file), time: stamp.time });
    }
    found.sort(
      (a, b) => Number(b.urgent) - Number(a.urgent) || a.time - b.time || (a.file < b.file ? -1 : 1),
    );
    const files = found.map(({ file }) => file);
    this.forgetAllBut(new Set(files));
    return files;
  }

  /** Whether something of this name is there. */
  async has(file: string): Promise<boolean> {
    return (await this.disk.look(this.pathOf(file))) !== null;
  }

  /** Reads a request; null when it is not complete yet, cannot be read yet, or is gone. */
  async receive(file: string): Promise<Received | null> {
    const stamp = await this.disk.look(this.pathOf(file));
    if (stamp === null || stamp === 'other') return null;
    const before = this.unfinished.get(file);
    const unchanged = before?.stamp.size === stamp.size && before.stamp.time === stamp.time;
    const settled = unchanged && this.polls - before.since >= SETTLED_POLLS;
    if (unchanged && !settled) return null;
    const bytes = await this.read(file);
    if (bytes === null) return null;
    const body = read(bytes);
    if ('issue' in body && !settled) {
      this.unfinished.set(file, { stamp, since: this.polls });
      return null;
    }
    return { file, hash: createHash('sha256').update(bytes).digest('hex'), body };
  }

  /** Deletes a request file. */
  async remove(file: string): Promise<void> {
    await this.disk.remove(this.pathOf(file));
  }

  private async read(file: string): Promise<Buffer | null> {
    try {
      // One byte more than allowed tells that there is more.
      const bytes = await this.disk.read(this.pathOf(file), MAX_BODY_BYTES + 1);
      this.unreadable.delete(file);
      return bytes;
    } catch (error) {
      const since = this.unreadable.get(file) ?? this.polls;
      this.unreadable.set(file, since);
      if (this.polls - since >= PATIENT_POLLS) {
        const trouble = `${JSON.stringify(file)} cannot be read (${codeOf(error)})`;
        this.troubles.meet('FILES_WAITING', trouble, trouble);
      }
      return null;
    }
  }

  private pathOf(file: string): string {
    return path.join(this.folder, file);
  }

  private forgetAllBut(files: ReadonlySet<string>): void {
    for (const map of [this.unfinished, this.unreadable]) {
      for (const file of map.keys()) if (!files.has(file)) map.delete(file);
    }
  }
}

function read(bytes: Buffer): ReadBody {
  if (bytes.length <= MAX_BODY_BYTES) return parseBody(bytes, undefined);
  return { format: bodyFormat(undefined, bytes), issue: issue('#BODY', '', 'the file is too large') };
}
