/**
 * The profile attribute `Log_remove` (doc 2): a regular expression of items to
 * be removed from log lines. Whoever writes it may make a mistake that costs
 * minutes on an unlucky line, so it runs where it can be stopped.
 */
import vm from 'node:vm';

/** Characters of an expression. */
const LONGEST = 500;
/** Time that one line may take; a usual expression takes well below 1 ms. */
const LINE_MS = 50;
/** Time that all lines together may take within a window of time. */
const BUDGET_MS = 500;
const WINDOW_MS = 60_000;

interface Sandbox {
  expression: RegExp;
  text: string;
}

const REMOVE = new vm.Script('text.replace(expression, "")');

/** Removes what the expression finds; an expression that cannot be used is ignored. */
export class Removal {
  private readonly complain: (text: string) => void;
  private pattern: string | undefined;
  private sandbox: Sandbox | null = null;
  private spent = 0;
  private windowStart = 0;

  /** @param complain is called once for an expression that is ignored */
  constructor(complain: (text: string) => void) {
    this.complain = complain;
  }

  /** True when there is an expression and it is in use. */
  get active(): boolean {
    return this.sandbox !== null;
  }

  /** Takes over an expression; the one in use stays as it is, also when it was given up. */
  use(pattern: string | undefined): void {
    if (pattern === this.pattern) return;
    this.pattern = pattern;
    this.sandbox = null;
    this.spent = 0;
    if (pattern === undefined || pattern === '') return;
    if (pattern.length > LONGEST) {
      this.complain(`Log_remove is longer than ${LONGEST} characters and is ignored`);
      return;
    }
    try {
      const expression = new RegExp(pattern, 'g');
      this.sandbox = vm.createContext({ expression, text: '' }) as Sandbox;
    } catch {
      this.complain('Log_remove is no regular expression and is ignored');
    }
  }

  /** The text without the items. */
  apply(text: string): string {
    if (!this.sandbox) return text;
    const start = performance.now();
    this.sandbox.text = text;
    try {
      const rest = REMOVE.runInContext(this.sandbox, { timeout: LINE_MS }) as string;
      this.account(start);
      return rest;
    } catch {
      this.giveUp();
      return text;
    } finally {
      if (this.sandbox) this.sandbox.text = '';
    }
  }

  private account(start: number): void {
    if (start - this.windowStart > WINDOW_MS) {
      this.windowStart = start;
      this.spent = 0;
    }
    this.spent += performance.now() - start;
    if (this.spent > BUDGET_MS) this.giveUp();
  }

  private giveUp(): void {
    this.sandbox = null;
    this.complain('Log_remove takes too long and is ignored until it is changed');
  }
}
