/** Numbers of tickets: gapless in a register, whatever was signed, from 1 to 999999999 and again. */
import type { State } from '../contract/state.ts';

/** State key of the last number. */
export const LAST_TICKET = 'BE/Ticket';
/** State key: the register was restored, and the last number is not known. */
export const RESTORED = 'BE/Restored';

const MOST = 999_999_999;

/** The number of the last ticket; 0 before the first one. */
export function lastTicket(state: Pick<State, 'get'>): number {
  const last = state.get(LAST_TICKET);
  return typeof last === 'number' ? last : 0;
}

/** The number of the next ticket. */
export function nextTicket(state: Pick<State, 'get'>): number {
  return after(lastTicket(state));
}

/** The number behind another one. */
export function after(number: number): number {
  return number >= MOST ? 1 : number + 1;
}
