/** What the page of a French register shows, and what its register should be looked after for. */
import { isFarBehind } from '../../clock.ts';
import type { Problem } from '../../wire.ts';
import { chainEnd } from '../base/chain.ts';
import { nextDay, yearEnd, type PeriodKind } from '../base/closings.ts';
import { totalOf } from '../base/grand-totals.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { archivedTill, archiveDue, isFiscalYear, laterOf } from './archived.ts';
import { KEYS, openPeriods, periodOf, textAt, totalsOf, yearMonth } from './books.ts';
import { certification } from './certification.ts';
import { euros } from './close.ts';
import { isClockDoubtful } from './due.ts';
import { softwareOf } from './identity.ts';
import { keyOf } from './key.ts';
import { francePage } from './page.ts';
import { chainKey } from './signed-text.ts';
import { isNaf, isSiret } from './tax-id.ts';

/** So long after its end a whole fiscal year should be in archives. */
const ARCHIVE_WITHIN_DAYS = 31;
const DAY_MS = 86_400_000;
const KINDS: readonly PeriodKind[] = ['day', 'month', 'year'];

/** {@link CountryPage.page} of France. */
export function page(state: State, context: CountryContext): DescribedPage {
  const open = openPeriods(state);
  const { real, absolute } = totalsOf(state);
  const today = context.now.slice(0, 10);
  const begun = textAt(state, KEYS.begun);
  const due = archiveDue(state, context);
  const from = open === null || open.year > today ? today : open.year;
  return francePage({
    certificate: certification(context),
    software: softwareOf(context),
    key: keyOf(context, context.cfg)?.serial ?? null,
    begun: begun === '' ? null : begun,
    events: chainEnd(state, chainKey('jet')).number,
    totals: { real: euros(real), absolute: euros(absolute) },
    periods: open === null ? [] : KINDS.map((kind) => periodFacts(kind, open[kind], state)),
    yearMonth: yearMonth(context),
    archive: { till: archivedTill(state), due: due && { ...due, isYear: isFiscalYear(due, state, context) } },
    // An archive has at most twelve months.
    year: { from: laterOf(from, nextDay(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`)), till: today },
    clock: clockToConfirm(state, context),
    problems: problems(state, context),
  });
}

function periodFacts(kind: PeriodKind, from: string, state: State) {
  // What a month has come to is in it once its days are closed.
  const inner = KINDS.slice(0, KINDS.indexOf(kind) + 1).map((name) => periodOf(state, name));
  const total = inner.reduce((sum, period) => sum + totalOf(period), 0n);
  const count = inner.reduce((sum, period) => sum + period.count, 0);
  return { kind, from, total: euros(String(total)), count };
}

/** The last time or day, where somebody has to say that the clock is right; null where nobody has. */
export function clockToConfirm(state: State, context: CountryContext): { last: string } | null {
  const last = textAt(state, KEYS.last);
  if (isFarBehind(context.clock, last)) return { last };
  return isClockDoubtful(state, context) ? { last: openPeriods(state)!.day } : null;
}

/** {@link CountryPage.problems} of France. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const { Cmp, Loc = {} } = context.cfg;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  if (textAt(state, KEYS.begun) !== '' && keyOf(context, context.cfg) === null)
    found.push({ code: 'FR_KEY', severity: 'stop' });
  if (isClockDoubtful(state, context)) found.push({ code: 'FR_CLOCK', severity: 'stop' });
  if (certification(context).isNone) found.push({ code: 'FR_CERTIFICATE', severity: 'warning' });
  if (!isSiret(text(Loc.FR_SIR)) || !isNaf(text(Cmp.FR_NAF)))
    found.push({ code: 'FR_COMPANY', severity: 'warning' });
  const due = archiveDue(state, context);
  const end = due && yearEnd(due.till, yearMonth(context));
  const late = end && Date.parse(context.now) - Date.parse(end) > ARCHIVE_WITHIN_DAYS * DAY_MS;
  if (due && late)
    found.push({ code: 'FR_ARCHIVE', severity: 'warning', params: { from: due.from, till: due.till } });
  return found;
}
