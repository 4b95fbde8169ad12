/**
 * What the authority has still to be told of, as files that people can read: the
 * folder `retry` of a register (doc 2, Data directory). Nothing reads them back.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Undelivered } from '../../countries/contract/delivery.ts';
import type { JournalRecord } from '../../receipt/tra.ts';

/** The files of one register. */
export class RetryFiles {
  private readonly folder: string;
  private readonly failed: (error: unknown) => void;
  /** Changes come one after another. */
  private last: Promise<unknown> = Promise.resolve();
  private next: Promise<void> | null = null;
  /** What stands in the folder by sequence number; null before it was looked into. */
  private known: Map<number, string> | null = null;

  /** @param failed told when a file cannot be written: nothing else depends on it */
  constructor(folder: string, failed: (error: unknown) => void) {
    this.folder = folder;
    this.failed = failed;
  }

  /** Makes the folder say what waits now. */
  show(
    waiting: () => readonly Undelivered[],
    receipt: (sq: number) => Promise<JournalRecord | null>,
  ): Promise<void> {
    // Whoever waits for the folder already shows this too.
    this.next ??= this.last.then(() => {
      this.next = null;
      return this.change(waiting(), receipt).catch(this.failed);
    });
    this.last = this.next;
    return this.next;
  }

  private async change(
    waiting: readonly Undelivered[],
    receipt: (sq: number) => Promise<JournalRecord | null>,
  ): Promise<void> {
    const known = (this.known ??= await this.find());
    const wanted = new Map(waiting.map((entry) => [entry.sq, JSON.stringify(entry)]));
    for (const sq of [...known.keys()]) {
      if (wanted.has(sq)) continue;
      await fs.rm(this.file(sq), { force: true });
      known.delete(sq);
    }
    if (wanted.size > 0) await fs.mkdir(this.folder, { recursive: true });
    for (const entry of waiting) {
      if (known.get(entry.sq) === wanted.get(entry.sq)) continue;
      await fs.writeFile(this.file(entry.sq), textOf(entry, await receipt(entry.sq)));
      known.set(entry.sq, wanted.get(entry.sq)!);
    }
  }

  /** What earlier runs of the service have left; what still waits is written anew. */
  private async find(): Promise<Map<number, string>> {
    const names = await fs.readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const numbers = names.flatMap((name) => /^(\d{1,15})\.json$/.exec(name)?.[1] ?? []);
    return new Map(numbers.map((number) => [Number(number), '']));
  }

  private file(sq: number): string {
    return path.join(this.folder, `${sq}.json`);
  }
}

function textOf({ sq: SQ, since, deadline, refused }: Undelivered, receipt: JournalRecord | null): string {
  const { TL, TT, TN, FN, D, T } = receipt?.ESR ?? {};
  const receiptNumber = { RN: receipt?.RN, SQ, TL, TT, TN, FN, D, T };
  return `${JSON.stringify({ ...receiptNumber, Registered: since, Deadline: deadline, Refused: refused }, null, 2)}\n`;
}
