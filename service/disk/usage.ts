/** What the folders of a data root take (doc 2, GET /disk). */
import type { Entry } from './walk.ts';

/** What is in a folder, at any depth. */
export interface FolderUsage {
  dirs: number;
  files: number;
  /** Bytes. */
  size: number;
}

/** Registers that are told one by one; all others are told together as `rn`. */
const MOST_REGISTERS = 1000;
/** The files of the journal, told together. */
const JOURNAL = 'journal.db';
/** Other files beside the folders. */
const LOOSE = '.';

/** Adds up entries by folder: `log`, `gbl`, ..., `rn/<register>`, and `journal.db`. */
export class Usage {
  /** Bytes of all files. */
  bytes = 0;
  private readonly sums = new Map<string, FolderUsage>();
  private registers = 0;

  /** Counts an entry. */
  add({ path, kind, size }: Entry): void {
    if (kind === 'file') {
      this.bytes += size;
      const sum = this.sumOf(this.folderOf(path));
      sum.files += 1;
      sum.size += size;
      return;
    }
    // A folder is there even if it is empty, and one of the folders above it.
    this.sumOf(this.folderOf(`${path}/`));
    if (path.includes('/')) this.sumOf(this.folderOf(path)).dirs += 1;
  }

  /** Sums by folder, in order of their names. */
  get folders(): [name: string, sum: FolderUsage][] {
    return [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  private sumOf(folder: string): FolderUsage {
    let sum = this.sums.get(folder);
    if (!sum) {
      if (folder.startsWith('rn/') && ++this.registers > MOST_REGISTERS) return this.sumOf('rn');
      sum = { dirs: 0, files: 0, size: 0 };
      this.sums.set(folder, sum);
    }
    return sum;
  }

  private folderOf(path: string): string {
    const [first, second, third] = path.split('/', 3);
    if (second === undefined) return first!.startsWith(JOURNAL) ? JOURNAL : LOOSE;
    return first === 'rn' && third !== undefined ? `rn/${second}` : first!;
  }
}

/** A megabyte as the wire has it. */
export const BYTES_PER_MB = 1_000_000;

/** Bytes of the journal: its database and the files of the registers. A backup is smaller, being compressed. */
export function journalBytesIn({ folders }: Pick<Usage, 'folders'>): number {
  const isJournal = (name: string) => name === JOURNAL || name === 'rn' || name.startsWith('rn/');
  return folders.reduce((sum, [name, { size }]) => (isJournal(name) ? sum + size : sum), 0);
}

/** True for more bytes than a number of megabytes. */
export function exceeds(bytes: number, quota: number): boolean {
  return bytes > quota * BYTES_PER_MB;
}

/** Megabytes as the wire has them: a million bytes, one decimal. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
