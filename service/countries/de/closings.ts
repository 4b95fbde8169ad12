/** Where the closings of a register are: an entry of its state for each, made with the receipt that closes. */
import { isTree } from '../../receipt/tree.ts';
import type { Json } from '../../receipt/json.ts';
import type { State } from '../contract/state.ts';
import { LAST_Z, PERIOD, type KeptClosing } from './kept.ts';

/** Where a closing is. */
export interface ClosingPlace {
  number: number;
  /** Sequence numbers of its first record and of the receipt that closes. */
  first: number;
  last: number;
  /** Days of the same, `YYYY-MM-DD`. */
  from: string;
  till: string;
}

const key = (number: number) => `DE/Closing ${number}`;

/** The state's entry of a closing; becomes valid with its receipt. */
export function closingEntry({
  Nr,
  first,
  last,
}: Pick<KeptClosing, 'Nr' | 'first' | 'last'>): Record<string, Json> {
  return {
    [key(Nr)]: { first: first.SQ, last: last.SQ, from: first.D.slice(0, 10), till: last.D.slice(0, 10) },
  };
}

/** The closings of a register that reach into a period of days, in order. */
export function closingsBetween(state: State, from: string, till: string): ClosingPlace[] {
  const lastNumber = state.get(LAST_Z);
  const found: ClosingPlace[] = [];
  for (let number = 1; number <= (typeof lastNumber === 'number' ? lastNumber : 0); number++) {
    const place = placeOf(number, state.get(key(number)));
    if (place && place.from <= till && place.till >= from) found.push(place);
  }
  return found;
}

/** Day of the first record of a register; null before there was one. */
export function firstDay(state: State): string | null {
  const open = state.get(PERIOD);
  const since = isTree(open) && isTree(open.first) ? open.first.D : null;
  return placeOf(1, state.get(key(1)))?.from ?? (typeof since === 'string' ? since.slice(0, 10) : null);
}

/** Day of the last closing; null before there was one. */
export function lastClosingDay(state: State): string | null {
  const number = state.get(LAST_Z);
  return typeof number === 'number' ? (placeOf(number, state.get(key(number)))?.till ?? null) : null;
}

function placeOf(number: number, value: Json | undefined): ClosingPlace | null {
  if (!isTree(value)) return null;
  const { first, last, from, till } = value;
  const isPlace = typeof first === 'number' && typeof last === 'number';
  return isPlace && typeof from === 'string' && typeof till === 'string'
    ? { number, first, last, from, till }
    : null;
}
