/**
 * A register that was restored from a backup: closings that it made since then are with
 * auditors, and not in the journal. None of their numbers is given again.
 */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Restored } from '../contract/work.ts';
import { lastClosingDay } from './closings.ts';
import { LAST_Z, PERIOD } from './kept.ts';
import { openPeriod } from './period.ts';

const MINUTE = 60_000;
/** State key of the time of the last restore, local. */
const RESTORED = 'DE/Restored';
/** State key of the number that an open period has got, by the one that its first records name. */
const renumberedKey = (number: number) => `DE/Renumbered ${number}`;

/** {@link Country.restored} of Germany (DE6001). */
export function restored(state: State, { now }: CountryContext): Restored {
  const period = openPeriod(state);
  const last = Number(state.get(LAST_Z) ?? 0);
  const before = state.get(RESTORED);
  const since = period?.first.D ?? lastClosingDay(state) ?? (typeof before === 'string' ? before : null);
  if (since === null) return { details: {}, changes: {} };
  // Nobody closes more often than once a minute from then until now.
  const minutes = Math.ceil((Date.parse(`${now}Z`) - Date.parse(`${asTime(since)}Z`)) / MINUTE);
  const next = last + 2 + Math.max(0, minutes);
  return {
    details: { NextClosing: String(next) },
    changes: {
      [LAST_Z]: next - 1,
      [RESTORED]: now,
      ...(period && {
        [PERIOD]: { ...period, Nr: next } as unknown as Json,
        [renumberedKey(period.Nr)]: next,
      }),
    },
  };
}

/** The number of the closing that a record belongs to, by the one that it names. */
export function closingNumber(named: number, state: State): number {
  const number = state.get(renumberedKey(named));
  // A period may have been restored more than once, each time with a higher number.
  return typeof number === 'number' && number > named ? closingNumber(number, state) : named;
}

function asTime(dayOrTime: string): string {
  return dayOrTime.length > 10 ? dayOrTime : `${dayOrTime}T00:00:00`;
}
