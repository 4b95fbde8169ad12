/**
 * What people do on the control page, in the process log: a line each, so that an audit trail can
 * list who did what, when and from where. Settings stand in the journals as well (profile-audit.ts).
 */
import type { Log } from '../log.ts';

/** Something that was done, or tried. */
export interface Act {
  /** Name of a person; null for the manager's password, or whoever is at a machine without one. */
  who: string | null;
  /** `sign-in`, `sign-out`, `people`, or method and path such as `POST /control/report`. */
  what: string;
  /** The register that was named. */
  rn?: string;
  /** Address of the other end. */
  from: string;
  /** False for what was refused. */
  done: boolean;
}

/** Begins the text of the line, before the act as JSON. */
const MARK = 'act ';

/** Writes an act down. */
export function logAct(log: Log, act: Act): void {
  log.info(MARK + JSON.stringify(act));
}

/**
 * The act of a line of the log, and when it was.
 * @param line as `service.log` has it: time in UTC, level, text
 * @returns null for any other line
 */
export function actIn(line: string): (Act & { when: string }) | null {
  const m = /^(\S+) info act (\{.*\})$/.exec(line);
  if (!m) return null;
  try {
    return { when: m[1]!, ...(JSON.parse(m[2]!) as Act) };
  } catch {
    return null;
  }
}
