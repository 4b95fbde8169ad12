/** Outages of the TSE: begin, end and reason, for whoever has to document them (AO § 146a, AEAO). */
import type { Json } from '../../receipt/json.ts';
import type { State } from '../contract/state.ts';

/** An outage; times are local. */
export interface Outage {
  [name: string]: string | number | boolean;
  /** Time and sequence number of the first receipt without a signature, and of the last one. */
  since: string;
  first: number;
  last: number;
  receipts: number;
  /** English, from the driver. */
  reason: string;
  trouble: string;
}

/** An outage that is over. */
export interface PastOutage extends Outage {
  /** Time of the first signed receipt behind it. */
  till: string;
  isJournaled: boolean;
}

const NOW = 'DE/Outage';
const PAST = 'DE/Outages';
/** How many the state remembers; the journal has all. */
const MOST = 50;

/** The outage that goes on; null for none. */
export function outageNow(state: State): Outage | null {
  return (state.get(NOW) ?? null) as Outage | null;
}

/** Those that are over, oldest first. */
export function pastOutages(state: State): readonly PastOutage[] {
  return (state.get(PAST) ?? []) as unknown as PastOutage[];
}

/** State changes for a receipt without a signature. */
export function failed(
  state: State,
  { D, SQ, trouble, reason }: { D: string; SQ: number; trouble: string; reason: string },
): Record<string, Json> {
  const going = outageNow(state);
  const outage: Outage = going
    ? { ...going, last: SQ, receipts: going.receipts + 1 }
    : { since: D, first: SQ, last: SQ, receipts: 1, reason, trouble };
  return { [NOW]: outage };
}

/** State changes for a signed receipt. */
export function worked(state: State, D: string): Record<string, Json> {
  const going = outageNow(state);
  if (!going) return {};
  const past: PastOutage = { ...going, till: D, isJournaled: false };
  return { [NOW]: null, [PAST]: [...pastOutages(state), past].slice(-MOST) };
}

/** State changes when an outage stands in the journal. */
export function journaled(state: State, since: string): Record<string, Json> {
  return {
    [PAST]: pastOutages(state).map((each) => (each.since === since ? { ...each, isJournaled: true } : each)),
  };
}
