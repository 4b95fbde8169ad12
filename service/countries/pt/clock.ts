/**
 * The clock of a Portuguese register: within a series neither document dates nor
 * system entry times go back (Despacho 8632/2014, which wants the clock to be
 * confirmed by a person when it is behind the last document).
 */
import { isFarBehind } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { LastTimes } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { practiceOf } from './access.ts';
import { lisbonDay } from './opening.ts';
import { isOwnCode } from './own-codes.ts';
import { allSeries, seriesKey, type Series } from './series.ts';

/** {@link Country.lastTimes} of Portugal: of the series that take documents. */
export function lastTimes(state: State, context: CountryContext): LastTimes {
  const test = practiceOf(context) !== null;
  const dated: string[] = [];
  let entered = '';
  for (const [, series] of allSeries(state)) {
    if (series.closed !== '' || series.test !== test || series.number === 0) continue;
    if (series.entry > entered) entered = series.entry;
    dated.push(`${series.date}T00:00:00`);
  }
  return { entered, dated };
}

/** Ids of the series that take no document of now: the clock shows a day or time before what they have come to. */
export function seriesAhead(state: State, context: CountryContext): string[] {
  const today = context.now.slice(0, 10);
  const isAhead = ({ from, date, entry }: Series, year: string) =>
    date > today ||
    isFarBehind(context.clock, entry) ||
    // The series of the next year are opened in December, and those of tomorrow once it is tomorrow in Lisbon.
    (from > lisbonDay(context.clock.now()) && year === today.slice(2, 4));
  return [...allSeries(state)]
    .filter(([, series, { year }]) => series.closed === '' && isAhead(series, year))
    .map(([id]) => id);
}

/** The clock is right: those series end, and the next documents begin new ones. The authority is told later. */
export function confirmedChange(ids: readonly string[], last: string, now: string): StateChange {
  return {
    event: 'clock-confirmed',
    details: { Now: now, ...(last !== '' && { Last: last }), Series: ids.join(', ') },
    changes(state) {
      const changes: Record<string, Json> = {};
      for (const [id, series] of allSeries(state)) {
        if (ids.includes(id) && series.closed === '')
          changes[seriesKey(id)] = { ...series, closed: now, reported: isOwnCode(series) };
      }
      return Object.keys(changes).length === 0 ? null : changes;
    },
  };
}
