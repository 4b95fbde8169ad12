/** The newest lines of the log, in memory, and which of them each client has seen (GET /log). */
import type { NumberedLine } from './wire.ts';

/** Lines and their characters that are kept. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 2_000_000;
/** Clients that are remembered; the one that has not asked for longest is forgotten. */
const MOST_CLIENTS = 1000;

/** Keeps the newest lines. */
export class RecentLines {
  private readonly lines: string[] = [];
  private characters = 0;
  /** Lines since the start. */
  private count = 0;
  /** What `count` was when a client asked last, least recent client first. */
  private readonly clients = new Map<string, number>();

  /** Takes a line. */
  add(line: string): void {
    this.lines.push(line);
    this.characters += line.length;
    this.count += 1;
    while (this.lines.length > MOST_LINES || (this.characters > MOST_CHARACTERS && this.lines.length > 1)) {
      this.characters -= this.lines.shift()!.length;
    }
  }

  /** Number of the newest line; lines are numbered from 1 on since the start. */
  get last(): number {
    return this.count;
  }

  /** Lines behind a number, oldest first; those that are not kept any more are left out. */
  after(number: number): NumberedLine[] {
    const first = this.count - this.lines.length + 1;
    const from = Math.min(Math.max(number + 1, first), this.count + 1);
    return this.lines.slice(from - first).map((text, i) => ({ number: from + i, text }));
  }

  /**
   * Lines since the client asked last, oldest first; for a new client and
   * without an id all that are kept.
   * @param iid instance id of the client
   */
  since(iid: string | undefined): string[] {
    if (iid === undefined) return [...this.lines];
    const seen = this.clients.get(iid) ?? 0;
    this.clients.delete(iid);
    this.clients.set(iid, this.count);
    if (this.clients.size > MOST_CLIENTS) this.clients.delete(this.clients.keys().next().value!);
    const unseen = Math.min(this.count - seen, this.lines.length);
    return this.lines.slice(this.lines.length - unseen);
  }
}
