/** Months whose SAF-T file has to go to the authority, by day 5 of the next month. */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { hasTrialNames } from './access.ts';
import { allSeries } from './series.ts';
import type { SaftMonth } from './wire.ts';

/** Day of the next month by which the file must be there. */
const DUE_DAY = 5;
/** Months that are shown. */
const SHOWN = 13;

/** State key of the time at which a month was exported whole. */
function exportedKey(month: string): string {
  return `PT/saft ${month}`;
}

/** The month before, `YYYY-MM`. */
export function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${pad(number - 1)}`;
}

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${pad(number + 1)}`;
}

/** Last day of a month, `YYYY-MM-DD`. */
export function lastDay(month: string): string {
  const next = new Date(`${monthAfter(month)}-01T00:00:00Z`);
  next.setUTCDate(0);
  return `${month}-${pad(next.getUTCDate())}`;
}

/**
 * Complete months in which the register may have issued documents, newest first.
 * A series says when it was opened and when its last document was.
 * @param test months with documents of tests, else those with real ones
 */
export function monthsDue(state: State, now: string, test: boolean): SaftMonth[] {
  const today = now.slice(0, 10);
  const used = [...allSeries(state)]
    .filter(([, series, name]) => series.test === test && series.number > 0 && name.mark !== 'MF')
    .map(([, series]) => ({
      first: series.from < series.date ? series.from : series.date,
      last: series.date,
    }));
  const months: SaftMonth[] = [];
  let month = monthBefore(today.slice(0, 7));
  for (let i = 0; i < SHOWN; i++, month = monthBefore(month)) {
    const [first, last] = [`${month}-01`, lastDay(month)];
    if (!used.some((u) => u.first <= last && u.last >= first)) continue;
    const exported = state.get(exportedKey(month));
    const due = `${monthAfter(month)}-${pad(DUE_DAY)}`;
    const done = typeof exported === 'string' ? exported : null;
    months.push({ month, due, exported: done, overdue: done === null && today > due });
  }
  return months;
}

/** {@link Country.exported} of Portugal: a month that was exported whole is done. */
export function exported(
  { type, from, till }: { type: string; from: string; till: string },
  context: CountryContext,
): StateChange {
  const { now } = context;
  const month = from.slice(0, 7);
  const isWhole = from === `${month}-01` && till === lastDay(month);
  return {
    event: 'export',
    details: { Type: type, From: from, Till: till },
    // A month that is not over is not done, whatever was asked for.
    // Nor is one whose file holds documents of tests.
    changes: () =>
      isWhole && now.slice(0, 10) > till && !hasTrialNames(context) ? { [exportedKey(month)]: now } : {},
  };
}

/** State changes that go with a change of a day: its month has to be exported again. */
export function reopened(day: string, state: State): Record<string, Json> {
  const key = exportedKey(day.slice(0, 7));
  return typeof state.get(key) === 'string' ? { [key]: null } : {};
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
