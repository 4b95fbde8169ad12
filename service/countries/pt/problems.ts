/** What stands between a Portuguese till and its sales, or will soon. */
import { sameDecimal } from '../../receipt/money.ts';
import { withoutLogins } from '../../receipt/addresses.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { accessTo, authorityOf, clientOf, describeCertificate, modeOf, practiceOf } from './access.ts';
import { seriesAhead } from './clock.ts';
import { monthBefore, monthsDue } from './months.ts';
import { lastFailure } from './attempts.ts';
import { slotOf } from './opening.ts';
import { regionOf } from './region.ts';
import { restoredProblems } from './restored.ts';
import { allSeries, seriesOf } from './series.ts';
import { lawOn, rateOn, taxTable } from './taxes.ts';
import { wantedSeries } from './background.ts';

/** Certificates are renewed by people: early enough to write to the authority. */
const CERTIFICATE_DAYS = 30;
/** From this day of December on it is worth a word that next year's series are not open. */
const NEXT_YEAR_WARNING = '12-15';

/** {@link Country.problems} of Portugal. */
export function problems(state: State, context: CountryContext): Problem[] {
  return [
    ...practiceProblems(context),
    ...seriesProblems(state, context),
    ...certificateProblems(context),
    ...monthProblems(state, context),
    ...rateProblems(context),
    ...restoredProblems(state, context),
  ];
}

/** That documents are tests by a setting; a test key is said by the status itself. */
function practiceProblems(context: CountryContext): Problem[] {
  const practice = practiceOf(context);
  if (practice === 'Fiscal_Test') return [{ code: 'PT_PRACTICE', severity: 'warning' }];
  if (practice !== 'PT_SeriesServer') return [];
  const server = withoutLogins(context.attributes().text('PT_SeriesServer') ?? '');
  return [{ code: 'SERIES_SERVER', severity: 'warning', params: { server } }];
}

/** Only of the shop's own region: the others' percentages are nobody's concern here. */
function rateProblems(context: CountryContext): Problem[] {
  const day = context.now.slice(0, 10);
  const region = regionOf(context.cfg);
  const differ = taxTable(context).some((facts) => {
    const law = facts.region === region ? lawOn(facts, day) : null;
    return law !== null && !sameDecimal(law, rateOn(facts, day).rate);
  });
  return differ ? [{ code: 'TAX_RATES_DIFFER', severity: 'warning' }] : [];
}

function seriesProblems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const today = context.now.slice(0, 10);
  const mode = modeOf(context);
  const wanted = wantedSeries(state, context);
  const now = wanted.filter((w) => w.from <= today);
  if (mode !== 'own' && now.length > 0) {
    if (!accessTo(mode, context)) found.push({ code: 'SERIES_LOGIN_MISSING', severity: 'stop' });
    else {
      for (const one of now) {
        const { id } = slotOf(one, state, context);
        const failure = lastFailure(context, id);
        if (failure)
          found.push({
            code: 'SERIES_NOT_OPEN',
            severity: 'stop',
            params: { series: id, error: failure.text },
          });
      }
    }
  }
  for (const id of seriesAhead(state, context)) {
    const { from, date } = seriesOf(state, id)!;
    const until = date > from ? date : from;
    // Where all sales stop the status says so already.
    if (until > today)
      found.push({ code: 'SERIES_AHEAD', severity: 'stop', params: { series: id, date: until } });
  }
  const next = wanted.find((w) => w.from > today);
  if (next && today.slice(5) >= NEXT_YEAR_WARNING) {
    found.push({ code: 'SERIES_NEXT_YEAR', severity: 'warning', params: { year: next.from.slice(0, 4) } });
  }
  for (const [id, series] of allSeries(state)) {
    const failure = series.closed !== '' && !series.reported ? lastFailure(context, id) : null;
    if (failure) {
      found.push({
        code: 'SERIES_CLOSE_FAILED',
        severity: 'warning',
        params: { series: id, error: failure.text },
      });
    }
  }
  return found;
}

function certificateProblems(context: CountryContext): Problem[] {
  const today = new Date(context.clock.now()).toISOString().slice(0, 10);
  const expires = (pem: string | null | undefined, code: string): Problem[] => {
    const row = pem ? describeCertificate(pem) : null;
    if (!row) return [];
    const days = Math.max(0, daysBetween(`${today}T00:00:00`, `${row.expires}T00:00:00`));
    if (days > CERTIFICATE_DAYS) return [];
    return [{ code, severity: 'warning', params: { date: row.expires, days } }];
  };
  return [
    ...expires(clientOf(context.vault)?.certificate, 'CLIENT_CERT_EXPIRES'),
    ...expires(authorityOf(context.vault), 'AUTHORITY_CERT_EXPIRES'),
  ];
}

/** Only the last months: what was filed years ago with another program is nobody's problem. */
function monthProblems(state: State, context: CountryContext): Problem[] {
  const recent = monthBefore(monthBefore(context.now.slice(0, 7)));
  // Documents of tests are filed nowhere; real ones are due even while something is being tested.
  return monthsDue(state, context.now, false)
    .filter((m) => m.exported === null && m.month >= recent)
    .map(({ month, due, overdue }): Problem => {
      return { code: overdue ? 'SAFT_OVERDUE' : 'SAFT_DUE', severity: 'warning', params: { month, due } };
    });
}
