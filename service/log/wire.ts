/** The log as the control page reads it. Types only. */

/** A line with its number since the start. */
export interface NumberedLine {
  number: number;
  text: string;
}

/** Answer of `GET /control/log`. */
export interface LogPart {
  /** Oldest first; secrets are masked. */
  lines: NumberedLine[];
  /** Number of the newest line: sent back as `after`, the answer has what came since. */
  last: number;
  /** Lines before the first one that are not in memory any more, as far as `after` asked for them. */
  missed: number;
}
