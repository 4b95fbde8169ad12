/** How many datagrams of an address are looked at: opening them costs time. */

const MOST_PER_SECOND = 50;
const MOST_ADDRESSES = 2000;

/** Counts datagrams by address. */
export class RateLimit {
  private readonly now: () => number;
  private readonly counts = new Map<string, number>();
  private second = -1;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** True while an address has not used up its second. */
  admits(address: string): boolean {
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.counts.clear();
    }
    const count = this.counts.get(address) ?? 0;
    // Made-up senders must not fill the memory.
    if (count >= MOST_PER_SECOND || (count === 0 && this.counts.size >= MOST_ADDRESSES)) return false;
    this.counts.set(address, count + 1);
    return true;
  }
}
