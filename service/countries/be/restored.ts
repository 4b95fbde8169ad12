/** A register that goes on from a backup: its last ticket may be on paper alone. */
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';
import { lastTicket, RESTORED } from './ticket-number.ts';

/** {@link CountryWork.restored} of Belgium: nothing is signed before a manager has said which ticket was the last one. */
export function restored(state: State, _context: CountryContext): Restored {
  return { details: { Ticket: String(lastTicket(state)) }, changes: { [RESTORED]: true } };
}
