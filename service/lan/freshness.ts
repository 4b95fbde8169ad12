/** Which questions may be answered: none from another time, and none twice. */
import type { Log } from '../log.ts';
import type { Message } from './datagram.ts';

/** Clocks of the machines of a shop may differ by this much. */
const WINDOW_MS = 10 * 60_000;
/** Long enough that what is forgotten is too old to be answered, whichever way the clocks differ. */
const REMEMBERED_MS = 2 * WINDOW_MS;
/** Ids that are kept; only machines with the shop's secret can add any. */
const MOST_IDS = 50_000;
/** Addresses whose clock was complained about. */
const MOST_ADDRESSES = 1000;

/** Remembers the questions of the last minutes. */
export class Freshness {
  private readonly log: Log;
  /** Id and when it came, oldest first. */
  private readonly seen = new Map<string, number>();
  private readonly warned = new Set<string>();

  constructor(log: Log) {
    this.log = log;
  }

  /**
   * True for a question that is asked for the first time, now.
   * @param address of the sender, for the log
   * @param now milliseconds since 1970
   */
  isNew({ id, at }: Pick<Message, 'id' | 'at'>, address: string, now: number): boolean {
    if (Math.abs(at - now) > WINDOW_MS) {
      this.warn(address, at - now);
      return false;
    }
    this.forget(now);
    if (this.seen.has(id)) return false;
    this.seen.set(id, now);
    return true;
  }

  private forget(now: number): void {
    for (const [id, came] of this.seen) {
      if (Math.abs(now - came) <= REMEMBERED_MS && this.seen.size < MOST_IDS) return;
      this.seen.delete(id);
    }
  }

  private warn(address: string, ahead: number): void {
    if (this.warned.has(address) || this.warned.size >= MOST_ADDRESSES) return;
    this.warned.add(address);
    const minutes = Math.round(Math.abs(ahead) / 60_000);
    const side = ahead > 0 ? 'ahead of' : 'behind';
    this.log.warn(`LAN: ${address} is not answered, its clock is ${minutes} minutes ${side} ours`);
  }
}
