/**
 * Turns at hashing passwords. It is slow on purpose, so there is one at a time, few may wait, and
 * strangers together get a fifth of one core: asking cannot become the attack. Who is known goes
 * first, then who was wrong and has asked the fewest times, of those the latest: somebody new gets
 * through any load that keeps asking.
 */

/** Who wants a turn. */
export interface Asker {
  /** As who he is counted (attempts.ts). */
  name: string;
  /** Nobody that strangers could pretend to be: this machine, a browser that is known. */
  isKnown: boolean;
  /** So often was he wrong. */
  wrong: number;
}

/** Too many wait; it makes sense to ask again after so many seconds. */
export class TooManyError extends Error {
  readonly waitSeconds = 5;
}

/** Each takes about a tenth of a second. */
const MOST_WAITING = 50;
/** After a turn strangers pause for so many times as long as it took. */
const PAUSE = 4;
/** So many strangers are told apart while there is a load. */
const MOST_ASKERS = 10_000;

interface Waiting {
  asker: Asker;
  /** Lower goes first. */
  rank: number;
  work: () => Promise<void>;
  refuse: (error: Error) => void;
}

/** See above. */
export class Turns {
  private readonly pause: (ms: number) => Promise<void>;
  /** In the order in which they came. */
  private readonly waiting: Waiting[] = [];
  /** How often strangers have asked since nobody was waiting. */
  private readonly asked = new Map<string, number>();
  private isBusy = false;
  private isPausing = false;

  /** @param pause lets time pass */
  constructor(pause = sleep) {
    this.pause = pause;
  }

  /**
   * Does something in turn.
   * @throws TooManyError
   */
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const rank = this.rankOf(asker);
      if (this.waiting.length >= MOST_WAITING) {
        const last = this.waiting.reduce((worst, one) => (one.rank > worst.rank ? one : worst));
        const loser = last.rank >= rank ? last : null;
        if (loser) this.waiting.splice(this.waiting.indexOf(loser), 1);
        (loser?.refuse ?? reject)(new TooManyError('too many passwords are being checked'));
        if (!loser) return;
      }
      this.waiting.push({ asker, rank, refuse: reject, work: () => work().then(resolve, reject) });
      this.next();
    });
  }

  /** Who asks again and again stands in nobody's way but his own. */
  private rankOf({ name, isKnown, wrong }: Asker): number {
    if (isKnown) return -1;
    const asked = this.asked.get(name) ?? 0;
    if (this.asked.size >= MOST_ASKERS) this.asked.clear();
    this.asked.set(name, asked + 1);
    return wrong + asked;
  }

  private next(): void {
    if (this.isBusy) return;
    if (this.waiting.length === 0 && !this.isPausing) this.asked.clear();
    const able = this.waiting.filter(({ asker }) => asker.isKnown || !this.isPausing);
    if (able.length === 0) return;
    const first = able.reduce((best, one) => (one.rank <= best.rank ? one : best));
    this.waiting.splice(this.waiting.indexOf(first), 1);
    void this.do(first);
  }

  private async do({ asker, work }: Waiting): Promise<void> {
    this.isBusy = true;
    const begin = performance.now();
    await work();
    this.isBusy = false;
    if (!asker.isKnown) {
      this.isPausing = true;
      void this.pause((performance.now() - begin) * PAUSE).then(() => {
        this.isPausing = false;
        this.next();
      });
    }
    this.next();
  }
}

/** Keeps no program from ending. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
