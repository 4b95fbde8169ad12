/** The folder of answers. An answer appears whole and for good, or not at all. */
import path from 'node:path';
import { writeWhole, type Disk } from './disk.ts';

/** Shows that there is room for an answer; a usual one has 1 to 2 kB. */
const PLACEHOLDER = ' '.repeat(4096);

/** Writes into the folder of answers. */
export class Outbox {
  private readonly folder: string;
  private readonly disk: Disk;

  constructor(folder: string, disk: Disk) {
    this.folder = folder;
    this.disk = disk;
  }

  /** Whether there is an answer of this name, or something else in its place. */
  async state(name: string): Promise<'free' | 'answered' | 'blocked'> {
    const found = await this.disk.look(this.pathOf(name, '.res'));
    if (found === null) return 'free';
    return found === 'other' ? 'blocked' : 'answered';
  }

  /** Proves that an answer of this name can be written: what cannot be answered must not be registered. */
  async prepare(name: string): Promise<void> {
    await this.disk.create(this.pathOf(name, '.tmp'), PLACEHOLDER);
  }

  /** Writes an answer, the picture that belongs to it first. */
  async write(name: string, answer: string, picture: Buffer | null): Promise<void> {
    const temporary = this.pathOf(name, '.tmp');
    if (picture) await writeWhole(this.disk, this.pathOf(name, '.bmp'), temporary, picture);
    await writeWhole(this.disk, this.pathOf(name, '.res'), temporary, answer);
  }

  private pathOf(name: string, ending: string): string {
    return path.join(this.folder, name + ending);
  }
}
