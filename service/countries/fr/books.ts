/** What a French register counts on from: its totals, open periods and what it knows of itself. All of it is state. */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { OpenPeriods, PeriodKind } from '../base/closings.ts';
import { EMPTY_PERIOD, NO_TOTALS, type GrandTotals, type PeriodTotals } from '../base/grand-totals.ts';
import type { LastTimes } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';

type Reading = Pick<State, 'get'>;

/** State keys. */
export const KEYS = {
  /** When the journal of events was initialised, local time. */
  begun: 'FR/begun',
  totals: 'FR/totals',
  open: 'FR/open',
  /** Time of the last signed text. */
  last: 'FR/last',
  /** Start of a degraded mode whose end is not recorded yet. */
  degraded: 'FR/degraded',
  /** When the register was restored, local time, until that is an event. */
  restored: 'FR/restored',
  /** Stands in all numbers since the last restore. */
  space: 'FR/number space',
  /** What the register knew of itself at the last event about it. */
  noted: 'FR/noted',
  /** A session that began, and has no end yet. */
  session: 'FR/session',
  /** The days that archives have. */
  archives: 'FR/archives',
  /** Last day that an archive has, as versions before noted it. */
  archived: 'FR/archived',
  /** Id of the last defect that is an event. */
  defect: 'FR/defect',
  /** A manager has said that so many days off are right: until when. */
  clock: 'FR/clock',
} as const;

/** State key of what a period has come to. */
export function periodKey(kind: PeriodKind): string {
  return `FR/period ${kind}`;
}

/** State key of a public key, PEM. */
export function publicKeyKey(serial: string): string {
  return `FR/key ${serial}`;
}

/** The public keys that a register has signed with, PEM by serial. */
export function publicKeys(state: State): Map<string, string> {
  const prefix = publicKeyKey('');
  const keys = new Map<string, string>();
  for (const key of state.keys()) {
    const pem = key.startsWith(prefix) ? state.get(key) : undefined;
    if (typeof pem === 'string') keys.set(key.slice(prefix.length), pem);
  }
  return keys;
}

/** A text of the state; empty when there is none. */
export function textAt(state: Reading, key: string): string {
  const kept = state.get(key);
  return typeof kept === 'string' ? kept : '';
}

/** Perpetual totals. */
export function totalsOf(state: Reading): GrandTotals {
  return (state.get(KEYS.totals) as GrandTotals | undefined) ?? NO_TOTALS;
}

/** What an open period has come to. */
export function periodOf(state: Reading, kind: PeriodKind): PeriodTotals {
  return (state.get(periodKey(kind)) as unknown as PeriodTotals | undefined) ?? EMPTY_PERIOD;
}

/** First days of the open periods; null before the register has begun. */
export function openPeriods(state: Reading): OpenPeriods | null {
  const kept = state.get(KEYS.open);
  return isTree(kept) ? (kept as unknown as OpenPeriods) : null;
}

/** Month in which fiscal years end. */
export function yearMonth({ attributes }: Pick<CountryContext, 'attributes'>): number {
  const month = attributes().number('Fiscal_YearEnd', 12);
  return Number.isInteger(month) && month >= 1 && month <= 12 ? month : 12;
}

/** {@link Country.lastTimes} of France. */
export function lastTimes(state: Reading): LastTimes {
  return { entered: textAt(state, KEYS.last), dated: [] };
}

/** The time of a text that is signed now: never before the last one. */
export function signingTime(state: Reading, now: string): string {
  const last = textAt(state, KEYS.last);
  return now < last ? last : now;
}

/** The first number of a register, or of one that was restored, is like no other one. */
export function numberText(prefix: string, letter: string, state: Reading, number: number): string {
  const space = textAt(state, KEYS.space);
  return `${prefix}-${letter}${space === '' ? '' : `${space}.`}${number}`;
}

/** Values as state. */
export function asJson(value: object): Json {
  return value as Json;
}
