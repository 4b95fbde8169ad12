/** What the control page shows of an Austrian register. */
import { isFarBehind } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { aesKeyOf } from './aes-key.ts';
import { exportDue, lastExport } from './export.ts';
import {
  annualReceipts,
  configuredId,
  kasseOf,
  lastTimes,
  postponedYear,
  startReceipt,
  type Kasse,
} from './kasse.ts';
import { unsignedOf } from './not-in-operation.ts';
import { outageMustBeReported } from './outage-time.ts';
import { unreportedOutage } from './reports/outage-duties.ts';
import { finanzOnlineAccount } from './reports/view.ts';
import { otherRates, taxRows } from './tax-rates.ts';
import type { AustriaOverview, OutageReport } from './wire.ts';

/** How far the report of an outage of the register is. */
function outageReport({ outage, serial }: Kasse, state: State, now: string): OutageReport {
  if (!outageMustBeReported(outage!, now)) return 'early';
  return unreportedOutage(state, now)?.serial === serial ? 'due' : 'done';
}

/** {@link Country.overview} of Austria. */
export function overview(state: State, context: CountryContext): Json {
  const kasse = kasseOf(state);
  const today = context.now.slice(0, 10);
  const id = kasse?.id ?? configuredId(context.cfg);
  const key = id === null ? null : aesKeyOf(context.vault, context.cfg, id);
  const view: AustriaOverview = {
    registerId: id,
    state: !kasse ? 'new' : kasse.closed !== null ? 'closed' : kasse.outage !== null ? 'outage' : 'running',
    unsigned: unsignedOf(state),
    training: context.attributes().flag('Fiscal_Test'),
    start: startReceipt(state),
    annual: annualReceipts(state).map(([year, receipt]) => ({ ...receipt, year })),
    annualDue: postponedYear(state),
    outage: kasse?.outage ? { since: kasse.outage, report: outageReport(kasse, state, context.now) } : null,
    closed: kasse?.closed ?? null,
    clockStop: isFarBehind(context.clock, lastTimes(state).entered) ? lastTimes(state).entered : null,
    keyCheck: kasse?.keyCheck ?? key?.check ?? null,
    keyPresent: key !== null && (kasse === null || key.check === kasse.keyCheck),
    units: context.signer.status().map(({ id: name, kind, state: health, since, failure, identity }) => ({
      ...{ id: name, kind, state: health, since, failure: failure?.text ?? null },
      ...{ zda: identity?.zda ?? null, serial: identity?.serial ?? null },
    })),
    finanzOnline: finanzOnlineAccount(state, context),
    dep: { till: lastExport(state, today)?.till ?? null, due: exportDue(state, today) },
    taxes: taxRows(context.vault, today),
    otherRates: otherRates(today),
  };
  // A plain object of plain values; its type has no index signature.
  return view as unknown as Json;
}
