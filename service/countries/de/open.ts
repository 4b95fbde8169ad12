/** Transactions that were begun and have no receipt yet, and those of which nobody knows what the TSE has signed. */
import type { Json } from '../../receipt/json.ts';
import type { Esr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import type { KeptLoose } from './kept.ts';
import type { Begun } from './units.ts';

const OPEN = 'DE/Open ';
const LOOSE = 'DE/Loose';
const LAST = 'DE/TID ';

/** State key of a transaction. */
export function openKey({ serial, TID }: Pick<Begun, 'serial' | 'TID'>): string {
  return `${OPEN}${serial} ${TID}`;
}

/** All transactions that are open. */
export function allOpen(state: State): Begun[] {
  return [...state.keys()]
    .filter((key) => key.startsWith(OPEN))
    .flatMap((key) => (state.get(key) as Begun | null | undefined) ?? []);
}

/** The transaction that a receipt or step names (TID), where it names one; null: there is none. */
export function namedOpen({ TID }: Esr, state: State): Begun | null {
  const named = allOpen(state).filter((begun) => String(begun.TID) === TID);
  // Two TSEs may have given the same number: the later one is meant.
  return named.sort((a, b) => (a.D < b.D ? 1 : -1))[0] ?? null;
}

/** The last transaction that was begun at a terminal. */
export function openAt({ TL, TT }: { TL: string; TT: string }, state: State): Begun | null {
  const here = allOpen(state).filter((begun) => begun.TL === TL && begun.TT === TT);
  return here.sort((a, b) => (a.D < b.D || (a.D === b.D && a.TID < b.TID) ? 1 : -1))[0] ?? null;
}

/** A transaction of which nobody knows what became of it, with the receipt that it was begun for. */
export type Loose = KeptLoose & {
  SQ: number;
  /** The transaction of the same TSE that the receipt has. */
  Has?: number;
  /** Of a receipt that has none: what was to be signed, after which transaction, and until when (ms since 1970). */
  Data?: string;
  After?: number;
  Till?: number;
};

/** See {@link Loose}. */
export function allLoose(state: State): readonly Loose[] {
  return (state.get(LOOSE) ?? []) as unknown as Loose[];
}

/** State changes with more of them. @param about what else is known of each */
export function withLoose(
  state: State,
  more: readonly KeptLoose[],
  SQ: number,
  about: (each: KeptLoose) => Partial<Loose> = () => ({}),
): Record<string, Json> {
  if (more.length === 0) return {};
  const added = more.map((each): Loose => ({ ...each, SQ, ...about(each) }));
  return { [LOOSE]: [...allLoose(state), ...added] as unknown as Json };
}

/** State changes without one of them. */
export function withoutLoose(state: State, { Reference, Serial }: KeptLoose): Record<string, Json> {
  const rest = allLoose(state).filter((each) => each.Reference !== Reference || each.Serial !== Serial);
  return { [LOOSE]: rest.length > 0 ? (rest as unknown as Json) : null };
}

/** The last transaction of a TSE that this register has a record of; 0 for none. */
export function lastKnown(serial: string, state: State): number {
  return Number(state.get(`${LAST}${serial}`) ?? 0);
}

/** State changes for one that it has a record of. */
export function known(serial: string, TID: number, state: State): Record<string, Json> {
  return { [`${LAST}${serial}`]: Math.max(TID, lastKnown(serial, state)) };
}
