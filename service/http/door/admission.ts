/**
 * Whether a request is worked on now, waits, or is refused: decided before its body
 * is read, so that many who ask at once cost little more than those who are served.
 * Addresses take turns: one that asks a thousand times waits behind itself.
 */

/** Bounds; times in milliseconds. */
export interface AdmissionLimits {
  /** Requests that are worked on at a time. */
  mostAtWork: number;
  /** Requests that wait. */
  mostWaiting: number;
  /** Who has waited for so long is refused. */
  longestWait: number;
  /** Whose body is not there by then is nobody to work for: it comes with the headers, or soon behind. */
  bodyWithin: number;
  /** Who is at work for longer waits for a signature unit, a disk or the client, and is not counted any more. */
  countedFor: number;
  /** How long who is refused waits for hearing it: a client that asks again at once must not keep others waiting. */
  pause: number;
}

/**
 * More at work would add waiting and no sales: commits and signatures are shared well before. A till
 * gives up after 10 s (doc 2), so it hears a no before that.
 */
const LIMITS: AdmissionLimits = {
  mostAtWork: 100,
  mostWaiting: 1000,
  longestWait: 5000,
  bodyWithin: 100,
  countedFor: 1000,
  pause: 2000,
};

/** Somebody who asks for room. */
export interface Asking {
  /** Called at once or later: it may be worked on. */
  enter(): void;
  /** Called at once or later instead. */
  refuse(): void;
  /** Whether the whole request has come. */
  isComplete(): boolean;
}

/** A request on its way in. */
interface Visitor {
  from: Origin;
  asking: Asking;
  state: 'waiting' | 'working' | 'gone';
  timer: NodeJS.Timeout | undefined;
}

/** Whoever asks from one address. */
interface Origin {
  address: string;
  working: number;
  waiting: Visitor[];
}

/** Lets requests in, as many as there is room for. */
export class Admission {
  readonly limits: AdmissionLimits;
  private readonly origins = new Map<string, Origin>();
  private working = 0;
  private waiting = 0;

  constructor(limits: Partial<AdmissionLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /**
   * Asks for room.
   * @returns to be called when the request is answered, or its client gone
   */
  ask(address: string, asking: Asking): () => void {
    const from = this.origins.get(address) ?? { address, working: 0, waiting: [] };
    this.origins.set(address, from);
    const visitor: Visitor = { from, asking, state: 'waiting', timer: undefined };
    from.waiting.push(visitor);
    this.waiting++;
    if (this.working < this.limits.mostAtWork) this.admit(visitor);
    else {
      if (this.waiting > this.limits.mostWaiting) this.refuse(this.longest().waiting.at(-1)!);
      if (visitor.state === 'waiting')
        this.after(visitor, this.limits.longestWait, () => this.refuse(visitor));
    }
    return () => this.leave(visitor);
  }

  private admit(visitor: Visitor): void {
    this.unqueue(visitor);
    visitor.state = 'working';
    visitor.from.working++;
    this.working++;
    // Behind all others that have as many at work.
    this.origins.delete(visitor.from.address);
    this.origins.set(visitor.from.address, visitor.from);
    const { bodyWithin, countedFor } = this.limits;
    this.after(visitor, bodyWithin, () => {
      if (visitor.asking.isComplete())
        this.after(visitor, countedFor - bodyWithin, () => this.leave(visitor));
      else this.leave(visitor);
    });
    visitor.asking.enter();
  }

  private refuse(visitor: Visitor): void {
    this.leave(visitor);
    visitor.asking.refuse();
  }

  private leave(visitor: Visitor): void {
    const { state, from } = visitor;
    if (state === 'gone') return;
    if (state === 'waiting') this.unqueue(visitor);
    else {
      from.working--;
      this.working--;
    }
    visitor.state = 'gone';
    clearTimeout(visitor.timer);
    if (from.working === 0 && from.waiting.length === 0) this.origins.delete(from.address);
    if (this.waiting > 0 && this.working < this.limits.mostAtWork) this.admit(this.next());
  }

  private unqueue(visitor: Visitor): void {
    const { waiting } = visitor.from;
    waiting.splice(waiting.indexOf(visitor), 1);
    this.waiting--;
  }

  /** The first of the address with the fewest at work. */
  private next(): Visitor {
    let best: Origin | null = null;
    for (const origin of this.origins.values()) {
      if (origin.waiting.length > 0 && (best === null || origin.working < best.working)) best = origin;
    }
    return best!.waiting[0]!;
  }

  /** The address of which the most wait. */
  private longest(): Origin {
    let longest: Origin | null = null;
    for (const origin of this.origins.values()) {
      if (longest === null || origin.waiting.length > longest.waiting.length) longest = origin;
    }
    return longest!;
  }

  private after(visitor: Visitor, ms: number, what: () => void): void {
    clearTimeout(visitor.timer);
    visitor.timer = setTimeout(what, ms).unref();
  }
}
