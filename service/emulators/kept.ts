/** What an emulated device keeps: on disk before anything is answered, where it has a file. */
import fs from 'node:fs';

/** Something that outlives a power cut. */
export class Kept<T extends object> {
  readonly contents: T;
  private readonly file: string | null;

  /** @param file null: only as long as the process lives */
  constructor(file: string | null, unused: T) {
    this.file = file;
    const isKept = file !== null && fs.existsSync(file);
    this.contents = isKept ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : unused;
  }

  /** Makes a change durable, all of it or nothing. */
  store(change: Partial<T>): void {
    Object.assign(this.contents, change);
    if (this.file === null) return;
    const fresh = `${this.file}.new`;
    const handle = fs.openSync(fresh, 'w', 0o600);
    fs.writeSync(handle, JSON.stringify(this.contents));
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(fresh, this.file);
  }
}
