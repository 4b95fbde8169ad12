/** What the page of a French register shows, and what its register should be looked after for. */
import { isFarBehind } from '../../clock.ts';
import type { Problem } from '../../wire.ts';
import { chainEnd } from '../base/chain.ts';
import { dayBefore, nextDay, yearEnd, type PeriodKind } from '../base/closings.ts';
import { totalOf } from '../base/grand-totals.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { KEYS, openPeriods, periodOf, textAt, totalsOf, yearMonth } from './books.ts';
import { certification } from './certification.ts';
import { euros } from './close.ts';
import { isClockDoubtful } from './due.ts';
import { softwareOf } from './identity.ts';
import { keyOf } from './key.ts';
import { francePage } from './page.ts';
import { chainKey } from './signed-text.ts';
import { isNaf, isSiret } from './tax-id.ts';

/** So long after its end a fiscal year should be archived. */
const ARCHIVE_WITHIN_DAYS = 31;
const DAY_MS = 86_400_000;
const KINDS: readonly PeriodKind[] = ['day', 'month', 'year'];

/** {@link CountryPage.page} of France. */
export function page(state: State, context: CountryContext): DescribedPage {
  const open = openPeriods(state);
  const { real, absolute } = totalsOf(state);
  const today = context.now.slice(0, 10);
  const begun = textAt(state, KEYS.begun);
  const archived = textAt(state, KEYS.archived);
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
    archive: { till: archived === '' ? null : archived, due: archiveDue(state, context) },
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

/** The fiscal year that is over and in no archive; null for none. */
export function archiveDue(state: State, context: CountryContext): { from: string; till: string } | null {
  const open = openPeriods(state);
  const begun = textAt(state, KEYS.begun).slice(0, 10);
  if (open === null) return null;
  const month = yearMonth(context);
  const till = dayBefore(open.year);
  if (till < begun || textAt(state, KEYS.archived) >= till) return null;
  const before = yearEnd(`${Number(till.slice(0, 4)) - 1}${till.slice(4, 8)}01`, month);
  return { from: laterOf(nextDay(before), begun), till };
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
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
  const late = due && Date.parse(context.now) - Date.parse(due.till) > ARCHIVE_WITHIN_DAYS * DAY_MS;
  if (due && late)
    found.push({ code: 'FR_ARCHIVE', severity: 'warning', params: { from: due.from, till: due.till } });
  return found;
}
