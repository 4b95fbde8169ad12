/**
 * The profile attribute `Log_remove` (doc 2): a regular expression of items to
 * be removed from log lines. Whoever writes it may make a mistake that costs
 * minutes on an unlucky line, so it runs where it can be stopped.
 */
import vm from 'node:vm';

/** Characters of an expression. */
const LONGEST = 500;
/** Processor time that one line may take; a usual expression takes well below 1 ms. */
const LINE_MS = 50;
/** Longest time until it is stopped, on a machine that is busy with other things. */
const STOP_MS = 1000;
/** Processor time that all lines together may take within a window of time. */
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
    const before = processorMs();
    this.sandbox.text = text;
    try {
      return this.remove(this.sandbox, before);
    } catch {
      this.giveUp();
      return text;
    } finally {
      if (this.sandbox) {
        this.sandbox.text = '';
        this.account(processorMs() - before);
      }
    }
  }

  /** @throws when it takes too long */
  private remove(sandbox: Sandbox, before: number): string {
    try {
      return REMOVE.runInContext(sandbox, { timeout: LINE_MS }) as string;
    } catch (error) {
      // The processor was not ours: that says nothing against the expression.
      if (processorMs() - before > LINE_MS / 2) throw error;
      return REMOVE.runInContext(sandbox, { timeout: STOP_MS }) as string;
    }
  }

  private account(spent: number): void {
    const now = performance.now();
    if (now - this.windowStart > WINDOW_MS) {
      this.windowStart = now;
      this.spent = 0;
    }
    this.spent += spent;
    if (this.spent > BUDGET_MS) this.giveUp();
  }

  private giveUp(): void {
    this.sandbox = null;
    this.complain('Log_remove takes too long and is ignored until it is changed');
  }
}

/** Processor time of this thread so far. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
