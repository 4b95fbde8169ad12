import { readFileSync, statSync } from 'node:fs';
import { DiskFile, type Change, type Fate } from './file.ts';
import type { Event } from './log.ts';
import { Names } from './names.ts';
import { filesBelow } from './tree.ts';

/** How much of what was not synced a power cut leaves. */
const moods = ['nothing', 'everything', 'in order', 'scattered', 'scattered'] as const;

/** The files of a folder, what their process did to them, and what a power cut leaves. */
export class Disk {
  private readonly names = new Names();
  private readonly files = new Map<bigint, DiskFile>();
  private readonly random: () => number;
  private now = 0;

  /** Takes over a folder as it is; all of it counts as being on the disk. */
  constructor(root: string, random: () => number) {
    this.random = random;
    for (const path of filesBelow(root)) {
      const file = new DiskFile(readFileSync(path));
      this.names.adopt(path, file);
      this.files.set(statSync(path, { bigint: true }).ino, file);
    }
  }

  /** What the process sees: files by path. */
  get seen(): ReadonlyMap<string, DiskFile> {
    return this.names.seen;
  }

  /** Number of changes that a power cut may undo. */
  get unsynced(): number {
    return this.pendingTimes().length;
  }

  happen(event: Event): void {
    const at = ++this.now;
    if (event.kind === 'syncFolder') return this.names.syncFolder(event.path);
    if (event.kind === 'create') {
      const created = new DiskFile();
      this.files.set(event.file, created);
      return this.names.create(at, created, event.path);
    }
    const file = this.files.get(event.file);
    if (file === undefined) throw new Error(`the shim missed how file ${event.file} began (${event.kind})`);
    switch (event.kind) {
      case 'write':
        return file.change({ at, kind: 'write', offset: event.offset, bytes: event.bytes });
      case 'truncate':
        return file.change({ at, kind: 'truncate', size: event.size });
      case 'syncBegin':
        return file.beginSync(event.sync);
      case 'syncDone':
        this.names.syncFile(file);
        return file.endSync(event.sync);
      case 'syncFailed':
        return file.failSync(event.sync, this.random);
      case 'unlink':
        return this.names.unlink(at, file, event.path);
      case 'rename':
        return this.names.rename(at, file, event.path, event.to);
    }
  }

  /** Files by path after a power cut. The disk must not be used any more. */
  powerCut(): Map<string, Buffer> {
    const random = this.random;
    const mood = moods[Math.floor(random() * moods.length)]!;
    const times = this.pendingTimes();
    const moment = times[Math.floor(random() * times.length)] ?? 0;
    const reached = (): number => {
      if (mood === 'in order') return moment;
      if (mood === 'scattered') return times[Math.floor(random() * times.length)] ?? 0;
      return mood === 'everything' ? Infinity : 0;
    };
    const byFolder = new Map<string, number>();
    const names = this.names.afterPowerCut((folder) => {
      const known = byFolder.get(folder) ?? reached();
      byFolder.set(folder, known);
      return known;
    });
    const fateOf = ({ at }: Change): Fate => {
      if (mood === 'scattered') return (['kept', 'lost', 'torn'] as const)[Math.floor(random() * 3)]!;
      if (mood === 'in order') return at < moment ? 'kept' : at === moment ? 'torn' : 'lost';
      return mood === 'everything' ? 'kept' : 'lost';
    };
    return new Map([...names].map(([path, file]) => [path, file.afterPowerCut(fateOf, random)]));
  }

  /** When the changes happened that are not on the disk for certain. */
  private pendingTimes(): number[] {
    const changes = [...this.files.values()].flatMap((file) => file.pending.map(({ at }) => at));
    return [...changes, ...this.names.pending].sort((a, b) => a - b);
  }
}
