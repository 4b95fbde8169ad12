/** How many records of each register the portal has: `gbl/recorder.json`, so that a service that starts without the portal knows what waits. */
import fs from 'node:fs/promises';
import type { Log } from '../log.ts';
import { isTree } from '../receipt/tree.ts';
import { writeDurably } from '../settings/durable-file.ts';
import { numberIn } from './read.ts';

/** How often the file is written while records are handed in. */
const WRITE_MS = 10_000;

/** The file, and what it says. */
export class Acknowledged {
  /** Records by register. */
  readonly counts: Map<string, number>;
  private readonly file: string;
  private readonly log: Log;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  private constructor(file: string, counts: Map<string, number>, log: Log) {
    this.file = file;
    this.counts = counts;
    this.log = log;
  }

  /** Reads the file; a missing or damaged one knows nothing, since the portal is asked anyway. */
  static async open(file: string, log: Log): Promise<Acknowledged> {
    return new Acknowledged(file, await read(file), log);
  }

  /** {@link counts} may have changed: the file is written soon. */
  changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.writing = this.write();
    }, WRITE_MS).unref();
  }

  /** Writes what was not written yet; nothing may change any more. */
  async close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.writing;
    if (this.timer) await this.write();
  }

  private async write(): Promise<void> {
    const { file, log } = this;
    try {
      await writeDurably(file, `${JSON.stringify(Object.fromEntries(this.counts))}\n`, 0o600);
    } catch (error) {
      log.warn(`${file} cannot be written (${(error as Error).message}); the portal is asked instead`);
    }
  }
}

async function read(file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  try {
    const content: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
    if (!isTree(content)) return counts;
    for (const rn of Object.keys(content)) {
      const sq = numberIn(content, rn);
      if (sq !== null) counts.set(rn, sq);
    }
  } catch {
    // It is written anew.
  }
  return counts;
}
