import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Control } from './control.ts';
import { Disk } from './disk.ts';
import { readLog, type Event } from './log.ts';
import { filesBelow, isMemory } from './tree.ts';

/** A folder whose disk the harness rules: what a process does there goes through the shim. */
export class FaultyDisk {
  readonly control: Control;
  /** For the environment of the process. */
  readonly environment: Record<string, string>;
  private readonly root: string;
  private readonly log: string;
  private readonly random: () => number;
  private disk: Disk;

  /**
   * @param root folder that fails, absolute and without links
   * @param beside folder for log and control file, outside of it
   * @param library the shim, see build.ts
   */
  constructor(root: string, beside: string, library: string, random: () => number) {
    this.root = root;
    this.random = random;
    this.log = join(beside, 'log');
    const control = join(beside, 'control');
    this.control = new Control(control);
    this.control.seed = random() * 2 ** 52;
    writeFileSync(this.log, '');
    this.disk = new Disk(root, random);
    this.environment = {
      LD_PRELOAD: library,
      // Calls through io_uring pass every library by.
      UV_USE_IO_URING: '0',
      FAULTS_ROOT: root,
      FAULTS_LOG: this.log,
      FAULTS_CONTROL: control,
    };
  }

  /**
   * Takes over what a process has done that is dead now.
   * @returns the number of changes that a power cut may undo
   * @throws when the folder is not as the shim says: then nothing here proves anything
   */
  afterDeath(): number {
    const events = readLog(this.log);
    const last = events.pop();
    for (const event of events) this.disk.happen(event);
    const happened = last && this.asItHappened(last);
    if (happened) this.disk.happen(happened);
    truncateSync(this.log);
    this.compare();
    return this.disk.unsynced;
  }

  /**
   * Cuts the power behind {@link afterDeath}: what was synced stays, of the rest whatever
   * chance leaves.
   * @returns the number of files that are not what the process saw
   */
  powerCut(): number {
    const left = this.disk.powerCut();
    let changed = 0;
    for (const path of filesBelow(this.root)) {
      if (left.has(path)) continue;
      rmSync(path);
      changed++;
    }
    for (const [path, content] of left) {
      if (existsSync(path) && readFileSync(path).equals(content)) continue;
      writeFileSync(path, content, { mode: 0o600 });
      changed++;
    }
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && isMemory(path)) rmSync(path);
    }
    this.disk = new Disk(this.root, this.random);
    return changed;
  }

  close(): void {
    this.control.close();
  }

  /** The last event as far as it happened before the process died; null when it did not. */
  private asItHappened(event: Event): Event | null {
    switch (event.kind) {
      case 'write': {
        const found = this.content(event.file).subarray(event.offset, event.offset + event.bytes.length);
        return found.length === 0 ? null : { ...event, bytes: found };
      }
      case 'truncate':
        return this.content(event.file).length === event.size ? event : null;
      case 'create':
        return existsSync(event.path) ? event : null;
      // Names may have been taken anew before the process could write that down.
      case 'unlink':
        return this.isAsSeen(event.path, event.file) ? null : event;
      case 'rename':
        return inodeOf(event.to) === event.file ? event : null;
      default:
        return event;
    }
  }

  /** Whether a path still has the file and content that the log tells of. */
  private isAsSeen(path: string, file: bigint): boolean {
    return inodeOf(path) === file && readFileSync(path).equals(this.disk.seen.get(path)!.seen);
  }

  private content(file: bigint): Buffer {
    const path = filesBelow(this.root).find((name) => inodeOf(name) === file);
    return path === undefined ? Buffer.alloc(0) : readFileSync(path);
  }

  /** The process may die between creating a file and writing it down. */
  private createUnseen(path: string): void {
    const { size, ino } = statSync(path, { bigint: true });
    if (size === 0n) this.disk.happen({ kind: 'create', file: ino, path });
  }

  private compare(): void {
    const paths = new Set([...filesBelow(this.root), ...this.disk.seen.keys()]);
    for (const path of paths) {
      if (!this.disk.seen.has(path)) this.createUnseen(path);
      const file = this.disk.seen.get(path);
      const fits = file !== undefined && existsSync(path) && readFileSync(path).equals(file.seen);
      if (!fits) throw new Error(`the shim did not see all that happened to ${path}`);
    }
  }
}

/** Number of the file that has a path; undefined when none has. */
function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
