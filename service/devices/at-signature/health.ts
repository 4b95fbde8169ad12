/** Whether a unit is worth asking: what it did last, and when a failed one may be tried again. */
import type { Clock } from '../../clock.ts';
import type { FailureKind, UnitFailure } from './contract.ts';

/** `unused` has never been asked, `ready` did what it was asked last, `failed` did not. */
export type UnitState = 'unused' | 'ready' | 'failed';

/**
 * How long a failed unit is left alone, ms: at first, and at most (it doubles with
 * each vain trial). A refusal is not repeated soon: a wrong password may lock the account.
 */
export const RETRY_MS: Readonly<Record<FailureKind, readonly [number, number]>> = {
  unreachable: [5_000, 60_000],
  timeout: [15_000, 120_000],
  changed: [500, 5_000],
  busy: [0, 0],
  broken: [60_000, 3_600_000],
  refused: [3_600_000, 86_400_000],
};

/** A failure and when it was seen, milliseconds since 1970. */
export interface PastFailure extends UnitFailure {
  at: number;
}

/** A permission to ask the unit. */
export interface Ticket {
  /** The unit has failed, and this tries whether it is back; one at a time. */
  readonly trial: boolean;
}

/** The health of one unit. */
export class Health {
  private readonly clock: Clock;
  private stateNow: UnitState = 'unused';
  private sinceMs: number;
  private failureNow: UnitFailure | null = null;
  private pastFailure: PastFailure | null = null;
  private vain = 0;
  private nextTryMs = 0;
  private trying = false;

  constructor(clock: Clock) {
    this.clock = clock;
    this.sinceMs = clock.now();
  }

  get state(): UnitState {
    return this.stateNow;
  }

  /** When it came into its state, milliseconds since 1970. */
  get since(): number {
    return this.sinceMs;
  }

  /** Why it failed last; null while it has not failed. */
  get failure(): UnitFailure | null {
    return this.failureNow;
  }

  /** The last failure since the start, also when the unit works again. */
  get lastFailure(): PastFailure | null {
    return this.pastFailure;
  }

  /** When a failed unit may be tried again, milliseconds since 1970; null for others. */
  get nextTry(): number | null {
    return this.stateNow === 'failed' ? this.nextTryMs : null;
  }

  /** Whether {@link begin} would give a ticket. */
  get mayTry(): boolean {
    return this.stateNow !== 'failed' || (!this.trying && this.clock.now() >= this.nextTryMs);
  }

  /** A permission to ask the unit; give it back with {@link end}. Null when it should be left alone. */
  begin(): Ticket | null {
    return this.mayTry ? this.beginAnyway() : null;
  }

  /** As {@link begin}, for an operator who wants to know now. */
  beginAnyway(): Ticket {
    const trial = this.stateNow === 'failed';
    if (trial) this.trying = true;
    return { trial };
  }

  /**
   * Gives a permission back.
   * @param failure null when the unit did what it was asked, undefined when nothing was learnt
   * @returns whether the state, or the kind of failure, is another one now
   */
  end(ticket: Ticket, failure: UnitFailure | null | undefined): boolean {
    if (ticket.trial) this.trying = false;
    if (failure === undefined || failure?.kind === 'busy') return false;
    if (failure === null) return this.good();
    // Others who asked at the same time have failed as well: that is one failure.
    if (this.stateNow === 'failed' && !ticket.trial) return false;
    return this.bad(failure);
  }

  private good(): boolean {
    this.failureNow = null;
    this.vain = 0;
    return this.enter('ready');
  }

  private bad(failure: UnitFailure): boolean {
    const [first, most] = RETRY_MS[failure.kind];
    const isSame = failure.kind === this.failureNow?.kind;
    this.vain = isSame ? this.vain + 1 : 0;
    this.failureNow = failure;
    this.pastFailure = { ...failure, at: this.clock.now() };
    this.nextTryMs = this.clock.now() + Math.min(most, first * 2 ** this.vain);
    return this.enter('failed') || !isSame;
  }

  private enter(state: UnitState): boolean {
    if (this.stateNow === state) return false;
    this.stateNow = state;
    this.sinceMs = this.clock.now();
    return true;
  }
}
