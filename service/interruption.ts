/**
 * How a command that takes minutes ends early: at a Ctrl-C with its next step, when
 * it cleans up and says so; at once when one of its threads dies.
 */

/** The signals that end a command. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A command's way to the outside. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Signals, where there are any. */
  on?(signal: NodeJS.Signals, listener: () => void): unknown;
  off?(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Somebody has ended the command; what it had begun is taken back on the way out. */
export class InterruptedError extends Error {}

/** Listens until {@link Interruption.end}. A second signal ends the program at once, as without it. */
export class Interruption {
  private readonly terminal: Terminal;
  private isAsked = false;
  private readonly listener = () => {
    this.isAsked = true;
    this.end();
    this.terminal.stderr.write('\ntillmark: stopping; once more stops at once\n');
  };

  constructor(terminal: Terminal) {
    this.terminal = terminal;
    for (const signal of SIGNALS) terminal.on?.(signal, this.listener);
  }

  /**
   * Called between two steps.
   * @throws InterruptedError when a signal came
   */
  check(): void {
    if (this.isAsked) throw new InterruptedError('interrupted');
  }

  /** Leaves signals to others. */
  end(): void {
    for (const signal of SIGNALS) this.terminal.off?.(signal, this.listener);
  }
}

/** What {@link endClearly} needs of the process. */
export interface Process {
  stderr: { write(text: string): unknown };
  once(event: 'uncaughtException', listener: (error: Error) => void): unknown;
  exit(code: number): unknown;
}

/**
 * Lets a failure that nobody has foreseen, such as a thread that ran out of memory, end
 * the program with a message and a code that is not taken for a result.
 * @param code exit code
 * @param state what is to be known of the data then
 */
export function endClearly(program: Process, code: number, state: string): void {
  program.once('uncaughtException', (error) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    program.stderr.write(`tillmark: ended by a failure of the program: ${message}; ${state}\n`);
    if (stack !== undefined) program.stderr.write(`${stack}\n`);
    program.exit(code);
  });
}
