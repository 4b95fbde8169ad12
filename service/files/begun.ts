/**
 * Which requests were begun and are not done with: what a crash must not make
 * us forget, because such a request may be registered already.
 */
import type { Log } from '../log.ts';
import { codeOf, writeWhole, type Disk } from './disk.ts';

/** A request that was begun. */
export interface Beginning {
  /** SHA-256 of the file's content: another content under the same name is another request. */
  hash: string;
  /** Highest SQ of the register's records of this type before; what has a higher one may be this request's. */
  sq: number;
  /** It was answered, only its file could not be deleted. */
  answered?: boolean;
}

/** The beginnings, by file name, kept in one file. */
export class Begun {
  private readonly file: string;
  private readonly disk: Disk;
  private readonly entries: Map<string, Beginning>;
  private running: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | null = null;

  private constructor(file: string, disk: Disk, entries: Map<string, Beginning>) {
    this.file = file;
    this.disk = disk;
    this.entries = entries;
  }

  /** Reads the file; a missing one is empty. A damaged one, which no crash leaves, is logged and empty. */
  static async open(file: string, disk: Disk, log: Log): Promise<Begun> {
    if ((await disk.look(file)) === null) return new Begun(file, disk, new Map());
    try {
      const text = (await disk.read(file, Number.MAX_SAFE_INTEGER)).toString('utf8');
      const entries = Object.entries(JSON.parse(text) as Record<string, Beginning>);
      return new Begun(file, disk, new Map(entries));
    } catch (error) {
      log.error(`${file} cannot be read (${codeOf(error)}); requests without TN may be registered twice`);
      return new Begun(file, disk, new Map());
    }
  }

  /** True when a request of this file name was begun. */
  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The beginning of exactly this request, null when it is new. */
  get(name: string, hash: string): Beginning | null {
    const entry = this.entries.get(name);
    return entry?.hash === hash ? entry : null;
  }

  /** Remembers that a request is begun; when this fails, it is not. */
  async begin(name: string, beginning: Beginning): Promise<void> {
    const before = this.entries.get(name);
    this.entries.set(name, beginning);
    try {
      await this.save();
    } catch (error) {
      if (before) this.entries.set(name, before);
      else this.entries.delete(name);
      throw error;
    }
  }

  /** Remembers that a request was answered while its file remains; until the next start even when this fails. */
  async answered(name: string, hash: string): Promise<void> {
    this.entries.set(name, { hash, sq: this.get(name, hash)?.sq ?? 0, answered: true });
    await this.save();
  }

  /** Forgets a request that is done with. Need not be on disk at once: without its file the next start forgets it too. */
  forget(name: string): void {
    if (this.entries.delete(name)) this.save().catch(() => undefined);
  }

  /** Forgets all requests but these. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of [...this.entries.keys()]) if (!names.has(name)) this.forget(name);
  }

  /** Resolves when everything is on disk, as far as it can be written. */
  async idle(): Promise<void> {
    await this.running;
  }

  /** One write stands for all changes before it: who comes while one is under way waits for the next. */
  private save(): Promise<void> {
    if (!this.waiting) {
      const next = this.running.then(() => {
        this.waiting = null;
        const text = JSON.stringify(Object.fromEntries(this.entries));
        return writeWhole(this.disk, this.file, `${this.file}.tmp`, text);
      });
      this.waiting = next;
      this.running = next.catch(() => undefined);
    }
    return this.waiting;
  }
}
