/**
 * The time of a register. Laws want documents in the order of their times; clocks
 * are corrected all the same. A small step back stops nobody: documents take the
 * later time until the clock has caught up. A clock that is far behind the last
 * document was wrong then, or is wrong now: nobody here can know which, so that
 * nothing is registered until it has caught up or a manager says that it is right.
 */
import { behindBy, isFarBehind, SMALL_STEP_MS, type Clock } from '../clock.ts';
import type { LastTimes } from '../countries/contract/fiscalise.ts';
import { issue, type Issue } from '../receipt/issue.ts';

/** Date and time of a receipt that brings none; `now` is the machine's local time. */
export function timeOfSale(now: string, last: LastTimes | null, clock: Clock): string {
  if (!last) return now;
  // Compared as texts first: nearly all are before, and reading a time takes long.
  return [last.entered, ...last.dated]
    .filter((time) => time > now && behindBy(clock, time) > 0 && behindBy(clock, time) <= SMALL_STEP_MS)
    .reduce((latest, time) => (time > latest ? time : latest), now);
}

/** The time of the last document when the clock is far behind it, else null. */
export function stoppedBy(last: LastTimes | null, clock: Clock): string | null {
  return last && isFarBehind(clock, last.entered) ? last.entered : null;
}

/** Why nothing can be registered while the clock is far behind the last document. */
export function clockBehind(last: string, now: string): Issue {
  const text = `the machine's clock shows ${now}, and the last document is of ${last}: check date and time of the machine. Sales go on by themselves from ${last} on; if the clock is right, a manager confirms it on the control page, and they go on at once`;
  return { ...issue('#CLOCK_BEHIND', '', text), values: { last: last.replace('T', ' ') } };
}
