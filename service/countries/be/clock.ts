/** Who has begun work on a register: the law wants that registered before anything else. */
import type { Json } from '../../receipt/json.ts';
import type { Mutation } from '../contract/fdm.ts';
import type { State } from '../contract/state.ts';
import { ROBOT_ID, TECHNICIAN_ID } from './operators.ts';
import { usersIn } from './sums.ts';

const KEY = 'BE/In/';

/** State changes of an event. */
export function clockedIn(mutation: Mutation, operator: string): Record<string, Json> {
  if (mutation === 'signWorkIn') return { [`${KEY}${operator}`]: true };
  return mutation === 'signWorkOut' ? { [`${KEY}${operator}`]: null } : {};
}

/** Whether an operator works on this register. */
export function isClockedIn(operator: string, state: Pick<State, 'get'>): boolean {
  return (state.get(`${KEY}${operator}`) ?? null) !== null;
}

/** Machines and technicians do not clock in; clocking itself needs nothing before. */
export function needsClock(mutation: Mutation, operator: string): boolean {
  if (operator === ROBOT_ID || operator === TECHNICIAN_ID) return false;
  return mutation !== 'signWorkIn' && mutation !== 'signWorkOut';
}

/** Whether anybody works, or has ended work in the open period: time recording is in use. */
export function isAnybodyIn(state: State): boolean {
  const hasSocials = usersIn(state).some(([, { socials }]) => socials.length > 0);
  return (
    hasSocials || [...state.keys()].some((key) => key.startsWith(KEY) && (state.get(key) ?? null) !== null)
  );
}
