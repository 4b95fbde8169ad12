/** How far a command is that takes minutes, on the standard error. */

/** On a terminal one line is written over this often, in ms. */
const OVER_MS = 200;
/** Elsewhere a line is added this often, in ms. */
const LINE_MS = 5000;
/** Speed and remaining time are told from here on, in ms: before, they are guesses. */
const KNOWN_MS = 2000;

/** Tells percent, speed and remaining time. */
export class Progress {
  private readonly stderr: { write(text: string): unknown; isTTY?: boolean };
  private readonly now: () => number;
  /** When something was told last; undefined before anything could be told. */
  private shown: number | undefined;
  private isShown = false;
  /** When the first records were there, and how many. */
  private began: { at: number; records: number } | null = null;

  /** @param now milliseconds of a clock that goes on steadily */
  constructor(
    stderr: { write(text: string): unknown; isTTY?: boolean },
    now: () => number = () => performance.now(),
  ) {
    this.stderr = stderr;
    this.now = now;
  }

  /**
   * Tells how far the work is, unless it was told a moment ago.
   * @param name of what is worked on
   * @param records done of all
   * @param total all of them, or as many as there may be at most
   */
  show(name: string, records: number, total: number): void {
    const now = this.now();
    this.began ??= { at: now, records };
    const [ms, done] = [now - this.began.at, records - this.began.records];
    const percent = total > 0 ? Math.min(100, Math.floor((100 * records) / total)) : 100;
    const isKnown = ms >= KNOWN_MS && done > 0;
    const speed = isKnown ? `, ${number((1000 * done) / ms)} a second` : '';
    const left = isKnown ? remaining((ms * (total - records)) / done) : '';
    this.say(`${name}: ${percent} %, ${number(records)} records${speed}${left}`);
  }

  /** Tells something else, unless something was told a moment ago. */
  say(text: string): void {
    const now = this.now();
    // What is over soon needs no line.
    this.shown ??= this.stderr.isTTY ? -Infinity : now;
    if (now - this.shown < (this.stderr.isTTY ? OVER_MS : LINE_MS)) return;
    this.shown = now;
    this.isShown = true;
    this.stderr.write(this.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  /** Removes the line on a terminal. */
  clear(): void {
    if (this.stderr.isTTY && this.isShown) this.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}

function number(n: number): string {
  return Math.round(n).toLocaleString('en-US');
}

/** How long something still takes, in words; nothing while that is not worth telling. */
function remaining(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (!(seconds >= 2)) return '';
  return seconds < 100 ? `, ${seconds} s left` : `, ${Math.round(seconds / 60)} min left`;
}
