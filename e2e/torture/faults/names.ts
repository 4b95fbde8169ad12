import { dirname } from 'node:path';
import type { DiskFile } from './file.ts';

/** Something done to names that is not known to be on the disk. */
interface NameChange {
  at: number;
  /** The file that the change is about. */
  file: DiskFile;
  /** The name it loses, and the name it gets. */
  from: string | null;
  to: string | null;
}

/**
 * Names of files: those the process sees, and those that are on the disk. A
 * change is on the disk when its folder was synced or, for the names a file
 * got, when the file itself was.
 */
export class Names {
  readonly seen = new Map<string, DiskFile>();
  private readonly disk = new Map<string, DiskFile>();
  /** When each name last changed on the disk: an older change cannot undo a newer one. */
  private readonly changedAt = new Map<string, number>();
  private changesPending: NameChange[] = [];

  /** A name that is on the disk from the beginning. */
  adopt(path: string, file: DiskFile): void {
    this.seen.set(path, file);
    this.disk.set(path, file);
  }

  /** When the changes that a power cut may undo happened. */
  get pending(): number[] {
    return this.changesPending.map(({ at }) => at);
  }

  create(at: number, file: DiskFile, path: string): void {
    this.change({ at, file, from: null, to: path });
  }

  unlink(at: number, file: DiskFile, path: string): void {
    this.change({ at, file, from: path, to: null });
  }

  rename(at: number, file: DiskFile, path: string, to: string): void {
    this.change({ at, file, from: path, to });
  }

  syncFolder(folder: string): void {
    this.settle((change) => foldersOf(change).includes(folder));
  }

  syncFile(file: DiskFile): void {
    this.settle((change) => change.file === file && change.to !== null);
  }

  /** The names after a power cut: in each folder what happened up to some moment. */
  afterPowerCut(reached: (folder: string) => number): Map<string, DiskFile> {
    this.settle((change) => foldersOf(change).every((folder) => change.at <= reached(folder)));
    return this.disk;
  }

  private change(change: NameChange): void {
    if (change.from !== null) this.seen.delete(change.from);
    if (change.to !== null) this.seen.set(change.to, change.file);
    this.changesPending.push(change);
  }

  private settle(isDurable: (change: NameChange) => boolean): void {
    const settled = this.changesPending.filter(isDurable);
    this.changesPending = this.changesPending.filter((change) => !settled.includes(change));
    for (const { at, file, from, to } of settled) {
      if (from !== null && this.disk.get(from) === file) this.set(from, null, at);
      if (to !== null) this.set(to, file, at);
    }
  }

  private set(path: string, file: DiskFile | null, at: number): void {
    if (at < (this.changedAt.get(path) ?? 0)) return;
    this.changedAt.set(path, at);
    if (file === null) this.disk.delete(path);
    else this.disk.set(path, file);
  }
}

function foldersOf({ from, to }: NameChange): string[] {
  return [from, to].filter((path) => path !== null).map((path) => dirname(path));
}
