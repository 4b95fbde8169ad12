/** What was sold since the last daily report, for the report (doc 3, Fis.Z): what the printer has counted, without returns. */
import type { Json } from '../../receipt/json.ts';
import { daySums } from '../base/fiscal-printer/day-sums.ts';
import type { DeviceRate } from '../contract/fiscal-printer.ts';
import type { State } from '../contract/state.ts';
import { departmentOf, groupOf } from './taxes.ts';

const SUMS = daySums('PL', {
  groupOf: (line, day) => groupOf(line, day) ?? line.TaxG ?? '',
  indexOf: () => '',
});

/** State changes for a receipt. */
export const counted = SUMS.counted;

/** State changes where what was counted belongs to a day that is over. */
export const forgotten = SUMS.closed;

/** The day of the last receipt since the last daily report, `YYYY-MM-DD`; empty for none. */
export function lastDay(state: State): string {
  const day = (state.get('PL/Day') ?? null) as { lastD: string } | null;
  return day?.lastD.slice(0, 10) ?? '';
}

/** State key of the day of the last daily report, by our clock, `YYYY-MM-DD`. */
const CLOSED_ON = 'PL/ClosedOn';

/** State changes for a daily report. @param now local time */
export function closedNow(now: string): Record<string, Json> {
  return { ...SUMS.closed(), [CLOSED_ON]: now.slice(0, 10) };
}

/** Whether a day was closed on this one already: a printer whose clock is behind would close one before each sale. */
export function wasClosedOn(day: string, state: State): boolean {
  return state.get(CLOSED_ON) === day;
}

/** What is told of the day that is closed. `TaxI` is the place in the printer's table of rates. */
export function closingData(
  z: number | null,
  state: State,
  rates: readonly DeviceRate[],
): Record<string, Json> {
  const { ZTax, ...rest } = SUMS.closingData(z, state);
  const lines = (ZTax as { TaxG: string }[]).map((line) => ({
    ...line,
    TaxI: String(departmentOf(line.TaxG, rates) ?? ''),
  }));
  return { ...rest, ZTax: lines };
}
