/** Closing series: here at once, with the authority as soon as it is reached. */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { accessTo, modeOf } from './access.ts';
import { forget, recall, remember, type Patience } from './attempts.ts';
import { annulSeries, finaliseSeries } from './authority/client.ts';
import { classOf } from './document.ts';
import { isOwnCode } from './own-codes.ts';
import { nameOf, parseSeries, seriesKey, seriesOf, type Series } from './series.ts';

/** Closes a series unless it is closed, and tells the authority unless it knows. */
export async function* closeSeries(
  id: string,
  state: State,
  context: CountryContext,
  patience: Patience,
): AsyncGenerator<StateChange, void, void> {
  const series = seriesOf(state, id);
  if (!series || series.reported) return;
  if (series.closed === '') yield closedChange(id, series, context.now);
  if (isOwnCode(series) || recall(context, id, patience)) return;
  // A document may have come in meanwhile: the last number is what is closed.
  const closed = seriesOf(state, id) ?? series;
  if (await report(id, closed, context)) yield reportedChange(id);
}

/** Tells the authority; true when nobody has to be told any more. */
async function report(id: string, series: Series, context: CountryContext): Promise<boolean> {
  const mode = modeOf(context);
  // Codes of one service are not known to the other.
  if (mode === 'own' || series.test !== (mode === 'test')) return series.test;
  const access = accessTo(mode, context);
  if (!access) return false;
  const { type } = parseSeries(id)!;
  const request = {
    series: nameOf(id),
    documentClass: classOf(type),
    documentType: type,
    code: series.code,
  };
  const answer =
    series.number > 0
      ? await finaliseSeries(access, { ...request, last: series.number })
      : await annulSeries(access, request);
  // A series without documents can be annulled for a short time only; left open it does no harm.
  if ('ok' in answer || (series.number === 0 && 'refused' in answer)) {
    forget(context, id);
    return true;
  }
  remember(context, id, answer);
  return false;
}

/** A series takes no more documents; of codes of our own nobody has to be told. */
function closedChange(id: string, series: Series, now: string): StateChange {
  return {
    event: 'series-closed',
    details: { Series: id },
    changes: (state) =>
      changed(state, id, (s) => s.closed === '', { closed: now, reported: isOwnCode(series) }),
  };
}

function reportedChange(id: string): StateChange {
  return {
    event: 'series-reported',
    details: { Series: id },
    changes: (state) => changed(state, id, (s) => s.closed !== '', { reported: true }),
  };
}

function changed(
  state: State,
  id: string,
  condition: (series: Series) => boolean,
  change: { closed?: string; reported: boolean },
): Record<string, Json> | null {
  const series = seriesOf(state, id);
  return series && condition(series) ? { [seriesKey(id)]: { ...series, ...change } } : null;
}
