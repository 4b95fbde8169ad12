/** What the control page shows of a Portuguese register. */
import { isFarBehind } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { authorityOf, clientOf, describeCertificate, loginOf, modeOf, practiceOf } from './access.ts';
import { lastTimes, seriesAhead } from './clock.ts';
import { monthsDue } from './months.ts';
import { lastFailure } from './attempts.ts';
import { slotOf } from './opening.ts';
import { regionOf } from './region.ts';
import { allSeries, parseSeries, type Series } from './series.ts';
import { lawOn, rateOn, taxTable } from './taxes.ts';
import { wantedSeries } from './background.ts';
import { unreferenced } from './unreferenced.ts';
import type { PortugalOverview, SeriesRow, SeriesState, TaxRow } from './wire.ts';

/** {@link Country.overview} of Portugal. */
export function overview(state: State, context: CountryContext): Json {
  const { vault } = context;
  const program = context.program();
  const login = loginOf(vault, context.cfg);
  const client = clientOf(vault);
  const authority = authorityOf(vault);
  const view: PortugalOverview = {
    mode: modeOf(context),
    series: seriesRows(state, context),
    login: login && { user: login.user },
    client: client && describeCertificate(client.certificate),
    authority: authority === null ? null : describeCertificate(authority),
    program: {
      product: program.product,
      producer: program.producer.name,
      certificate: program.certificate,
      partner: context.attributes().text('Fiscal_ApiKey') ?? null,
    },
    clockStop: clockStop(state, context),
    months: monthsDue(state, context.now, practiceOf(context) !== null),
    taxes: taxRows(context),
    unreferenced: unreferenced(state).toReversed(),
    region: regionOf(context.cfg),
  };
  // A plain object of plain values; its type has no index signature.
  return view as unknown as Json;
}

function clockStop(state: State, context: CountryContext): PortugalOverview['clockStop'] {
  const series = seriesAhead(state, context);
  if (series.length === 0) return null;
  const { entered } = lastTimes(state, context);
  return { last: isFarBehind(context.clock, entered) ? entered : null, series };
}

/** Newest year first, then by id. */
function seriesRows(state: State, context: CountryContext): SeriesRow[] {
  const known = [...allSeries(state)].map(([id, series, { type }]): SeriesRow => {
    return {
      id,
      type,
      kind: series.kind,
      state: stateOf(series),
      code: series.code === '' ? null : series.code,
      test: series.test,
      last: series.number,
      lastDay: series.date === '' ? null : series.date,
      from: series.from,
      error: series.closed === '' || series.reported ? null : (lastFailure(context, id)?.text ?? null),
    };
  });
  const pending = wantedSeries(state, context).map((wanted): SeriesRow => {
    const { type, from } = wanted;
    const { id } = slotOf(wanted, state, context);
    return {
      id,
      type,
      kind: 'N',
      state: 'pending',
      code: null,
      test: practiceOf(context) !== null,
      last: 0,
      lastDay: null,
      from,
      error: lastFailure(context, id)?.text ?? null,
    };
  });
  const year = (row: SeriesRow) => Number(parseSeries(row.id)!.year);
  return [...known, ...pending].sort((a, b) => year(b) - year(a) || a.id.localeCompare(b.id));
}

function stateOf(series: Series): SeriesState {
  if (series.closed === '') return 'open';
  return series.reported ? 'closed' : 'closing';
}

function taxRows(context: CountryContext): TaxRow[] {
  const day = context.now.slice(0, 10);
  return taxTable(context).map((facts) => {
    const { rate, from } = rateOn(facts, day);
    const next = facts.own.find((r) => r.from > day && r.till === undefined) ?? null;
    return {
      group: facts.group,
      rate,
      specified: facts.rate,
      law: lawOn(facts, day),
      from,
      next: next && { rate: next.rate, from: next.from },
    };
  });
}
