/**
 * Sequence numbers on the line to an FDM of GKS 1, 0 to 99: an FDM answers a number that it
 * has just seen with what it answered then, so that none is used for two requests in a row.
 */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { CountryServices } from '../contract/services.ts';
import type { State } from '../contract/state.ts';

/** State keys: number of the last ticket's request, and the FDM's counter of all tickets then. */
export const SEQUENCE = 'BE/Sequence';
export const TOTAL = 'BE/Total';

const NUMBERS = 100;

type Memory = Pick<CountryServices, 'memory'>;

const nameOf = (address: string) => `BE/Sequence/${address}`;

/** The number of the next request. */
export function nextSequence(address: string, state: Pick<State, 'get'>, { memory }: Memory): number {
  const used = memory.get(nameOf(address));
  const stored = state.get(SEQUENCE);
  const last = typeof used === 'number' ? used : typeof stored === 'number' ? stored : NUMBERS - 1;
  return (last + 1) % NUMBERS;
}

/** Notes that a number goes over the line. */
export function lastSequence(address: string, { memory }: Memory, sequence: number): void {
  memory.set(nameOf(address), sequence);
}

/** The last ticket that is known of an FDM. */
export interface LastTotal {
  [name: string]: Json;
  /** Production number. */
  fdm: string;
  /** Its counter of all tickets. */
  total: number;
}

/** The last ticket that is known; none before the first one. */
export function lastTotal(state: Pick<State, 'get'>): LastTotal {
  const last = state.get(TOTAL) ?? null;
  return isTree(last) ? (last as unknown as LastTotal) : { fdm: '', total: 0 };
}
