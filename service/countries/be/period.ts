/** The booking period: everything from one Z of the turnover to the next. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { State } from '../contract/state.ts';

/** State key of the open period; null when none is. */
export const PERIOD = 'BE/Period';
/** State keys of the numbers of the last reports. */
const TURNOVER_Z = 'BE/Z';
const USER_Z = 'BE/UserZ';

/** A period. */
export interface Period {
  [name: string]: Json;
  /** GUID in small letters. */
  id: string;
  /** Accounting day, `YYYY-MM-DD`: that of its first event. */
  day: string;
}

/** The open period; null when nothing was signed since the last Z. */
export function openPeriod(state: Pick<State, 'get'>): Period | null {
  const period = state.get(PERIOD) ?? null;
  return isTree(period) ? (period as unknown as Period) : null;
}

/** The open period, or the one that an event of a day begins. */
export function periodFor(day: string, state: Pick<State, 'get'>): Period {
  return openPeriod(state) ?? { id: randomUUID(), day };
}

/** State key of the number of the last report. */
export function reportKey(isUser: boolean): string {
  return isUser ? USER_Z : TURNOVER_Z;
}

/** Number of the next report of users or of the turnover. */
export function nextReport(isUser: boolean, state: Pick<State, 'get'>): number {
  const last = state.get(reportKey(isUser));
  return (typeof last === 'number' ? last : 0) + 1;
}
