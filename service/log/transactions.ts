/**
 * The transaction log of each register (doc 2, Data directory: `rn/<register>/log`): a
 * file for each day with the transactions that were refused, a JSON object on each line.
 * For whoever looks for the reason; what was registered is in the journal. Secrets and card
 * numbers are masked, and what cannot be written is lost: no sale waits for it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { localTime } from '../clock.ts';
import { maskSecrets } from './mask.ts';

/** What became of a transaction. */
export interface LoggedTransaction {
  /** What was asked for: `Tra`, `TraS`, `Void` and the like. */
  Type: string;
  /** The transaction as it was read; null when it could not be read. */
  ESR: object | null;
  /** The answer. */
  TraC: object;
}

/** Bytes of a day: whatever a till sends again and again, the disk has room for sales. */
const MOST_BYTES = 20_000_000;
/** Characters of a line. */
const LONGEST_LINE = 16_000;
/** Lines that wait for the disk. */
const MOST_WAITING = 200;

/** Writes the logs. */
export class TransactionLog {
  private readonly folderOf: (rn: string) => string;
  private readonly clock: Clock;
  private waiting = 0;
  private work: Promise<void> = Promise.resolve();

  /** @param folderOf the folder of a register's logs; made when the first line comes */
  constructor(folderOf: (rn: string) => string, clock: Clock) {
    this.folderOf = folderOf;
    this.clock = clock;
  }

  /** Writes a transaction down, some time later. */
  note(rn: string, transaction: LoggedTransaction): void {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting++;
    const D = localTime(this.clock.now());
    this.work = this.work
      .then(() => this.write(rn, D, transaction))
      .catch(() => undefined)
      .finally(() => this.waiting--);
  }

  /** Resolves when everything is written. */
  close(): Promise<void> {
    return this.work;
  }

  private async write(rn: string, D: string, transaction: LoggedTransaction): Promise<void> {
    const text = JSON.stringify({ D, ...transaction });
    // What was cut is no JSON any more, but never a secret without its name in front.
    const line = `${maskSecrets(text.slice(0, LONGEST_LINE))}\n`;
    const folder = this.folderOf(rn);
    await fs.mkdir(folder, { recursive: true });
    const file = await fs.open(path.join(folder, `${D.slice(0, 10)}.log`), 'a', 0o600);
    try {
      const { size } = await file.stat();
      if (size + Buffer.byteLength(line) <= MOST_BYTES) await file.appendFile(line);
    } finally {
      await file.close();
    }
  }
}
