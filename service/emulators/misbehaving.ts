/** What emulated authorities do to the next requests when a test or a developer wants it. */

/** An error of the authority, or an HTTP status without an answer, whatever is asked for. */
export type Forced<Code> = { code: Code } | { http: number };

/** Ways in which an answer cannot be trusted or read. */
export type Spoil = 'unsigned' | 'foreign' | 'changed' | 'unreadable';

/** Something for the next requests, and for how many. */
class Next<T> {
  private what: T | null = null;
  private times = 0;

  set(what: T, times: number): void {
    this.what = what;
    this.times = times;
  }

  /** What this request gets; null: nothing. */
  take(): T | null {
    if (this.times === 0) return null;
    this.times -= 1;
    return this.what;
  }
}

/** An emulated service that can be made to fail. */
export class Misbehaving<Code extends string | number> {
  protected readonly forced = new Next<Forced<Code>>();
  protected readonly spoilt = new Next<Spoil>();

  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<Code>, times: number): void {
    this.forced.set(what, times);
  }

  /** Does what the next requests ask for, and answers them so that nobody can trust it. */
  spoil(how: Spoil, times: number): void {
    this.spoilt.set(how, times);
  }
}

/** Replaces a digit behind a text by another one: `text.replace(/(<Id>)(\w)/, otherDigit)`. */
export function otherDigit(_all: string, before: string, digit: string): string {
  return `${before}${digit === '0' ? '1' : '0'}`;
}
