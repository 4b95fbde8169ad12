/** Things that go wrong again and again are logged once, and once more when they are over; the status page shows them meanwhile. */
import { EventEmitter } from 'node:events';
import type { Log } from '../log.ts';
import type { Problem } from '../wire.ts';

/** What may go wrong: requests cannot be looked for, answers not be written, a single request waits. */
export type TroubleCode = 'FILES_UNREADABLE' | 'FILES_UNANSWERED' | 'FILES_WAITING';

/** What was not met for so many polls, 6 s, is over: everything that fails is tried again at each poll. */
const OVER_AFTER_POLLS = 20;

interface Met {
  code: TroubleCode;
  reason: string;
  /** Poll at which it was met last. */
  poll: number;
}

/** Troubles that last, by their text. Emits `changed` when one comes or goes. */
export class Troubles extends EventEmitter<{ changed: [] }> {
  private readonly log: Log;
  private readonly met = new Map<string, Met>();
  private polls = 0;

  constructor(log: Log) {
    super();
    this.log = log;
  }

  /**
   * Logs a trouble unless it is a known one that goes on. File names in it may hold anything.
   * @param trouble the whole of it, for the log
   * @param reason why, in short, for people
   */
  meet(code: TroubleCode, trouble: string, reason: string): void {
    const text = printable(trouble);
    const isNew = !this.met.has(text);
    this.met.set(text, { code, reason: printable(reason), poll: this.polls });
    if (!isNew) return;
    this.log.warn(`file interface: ${text}`);
    this.emit('changed');
  }

  /** Counts a poll; says which troubles are over. */
  poll(): void {
    this.polls++;
    for (const [text, { poll }] of this.met) {
      if (this.polls - poll < OVER_AFTER_POLLS) continue;
      this.met.delete(text);
      this.log.info(`file interface: over: ${text}`);
      this.emit('changed');
    }
  }

  /** One problem of a kind, with what was met last. Sales over HTTP go on. */
  get problems(): Problem[] {
    const reasons = new Map([...this.met.values()].map(({ code, reason }) => [code, reason]));
    return [...reasons].map(([code, reason]) => ({ code, severity: 'warning', params: { reason } }));
  }
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
