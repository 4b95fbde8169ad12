/**
 * Opening and closing series with the authority, and what came of the last
 * attempt: a refusal is not repeated until somebody has looked at it (a wrong
 * password would lock the login), an unreachable service is asked again later
 * and later.
 */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { CountryContext, CountryServices, State } from '../contract.ts';
import { accessTo, modeOf } from './access.ts';
import type { AuthorityAnswer } from './authority/access.ts';
import { annulSeries, finaliseSeries, registerSeries } from './authority/client.ts';
import { classOf } from './document.ts';
import { isOwnCode, ownSeriesCode } from './own-codes.ts';
import { allSeries, nameOf, newSeries, parseSeries, type Series, type SeriesKind } from './series.ts';
import { bareTaxId } from './tax-id.ts';

/** Outcome of opening a series. */
export type Opened = { series: Series } | { issue: Issue };

/** What is remembered of failed attempts for one series. */
interface Attempt {
  text: string;
  /** Refused by the authority, as opposed to not reached. */
  refused: boolean;
  failures: number;
  /** Clock of the last attempt, ms. */
  at: number;
}

/** A sale asks again after this time. */
const SALE_RETRY_MS = 15_000;
const SALE_RETRY_REFUSED_MS = 3_600_000;
/** Background attempts: the first wait, doubled each time up to the longest. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
const RETRY_REFUSED_MS = 24 * 3_600_000;
/** "The first day is over": right again with the next attempt's day. */
const START_IN_THE_PAST = 4049;

const memoryKey = (id: string) => `PT/attempt ${id}`;

/** What the authority said, or why it was not reached, when a series could not be opened or closed; null when it could. */
export function lastFailure(
  services: CountryServices,
  id: string,
): { text: string; refused: boolean } | null {
  return (services.memory.get(memoryKey(id)) as Attempt | undefined) ?? null;
}

/** Forgets failures, so that the next attempt is made at once: somebody has changed something. */
export function forgetFailures(services: CountryServices): void {
  for (const key of services.memory.keys()) {
    if (key.startsWith(memoryKey(''))) services.memory.delete(key);
  }
}

/** True when a background attempt for a series is due. */
export function isDue(services: CountryServices, id: string): boolean {
  const attempt = services.memory.get(memoryKey(id)) as Attempt | undefined;
  if (!attempt) return true;
  const wait = attempt.refused
    ? RETRY_REFUSED_MS
    : Math.min(FIRST_RETRY_MS * 2 ** (attempt.failures - 1), LONGEST_RETRY_MS);
  return Math.abs(services.clock.now() - attempt.at) >= wait;
}

/** Opens a series because a document is waiting for it; answers at once when it has just failed. */
export async function openForSale(
  id: string,
  kind: SeriesKind,
  state: State,
  context: CountryContext,
): Promise<Opened> {
  const attempt = context.memory.get(memoryKey(id)) as Attempt | undefined;
  if (attempt) {
    const wait = attempt.refused ? SALE_RETRY_REFUSED_MS : SALE_RETRY_MS;
    if (Math.abs(context.clock.now() - attempt.at) < wait) return { issue: failure(id, attempt) };
  }
  return openSeries(id, kind, context.now.slice(0, 10), state, context);
}

/**
 * Opens a series: with a code of our own in tests, else with the authority.
 * @param from first day of use; the authority takes no day that is over
 */
export async function openSeries(
  id: string,
  kind: SeriesKind,
  from: string,
  state: State,
  context: CountryContext,
): Promise<Opened> {
  const twin = sameButForCase(id, state);
  if (twin !== null) {
    return { issue: issue('#PT_SERIES', 'ESR.TL', `${id} and ${twin} are one name to the tax authority`) };
  }
  const mode = modeOf(context);
  if (mode === 'own') return { series: ownSeries(id, kind, from, context) };
  const access = accessTo(mode, context);
  if (!access) {
    const text = `series ${id} is not known to the tax authority, and the control page has no complete login for it: enter login and certificates, or the validation code from the authority's portal`;
    return { issue: issue('#PT_SERIES_LOGIN', '', text) };
  }
  const { type } = parseSeries(id)!;
  const answer = await registerSeries(access, {
    series: nameOf(id),
    kind,
    documentClass: classOf(type),
    documentType: type,
    first: 1,
    from,
    certificate: context.program().certificate,
  });
  if ('ok' in answer) {
    context.memory.delete(memoryKey(id));
    return { series: newSeries(answer.ok.code, kind, mode === 'test', from) };
  }
  return { issue: failure(id, remember(id, answer, context)) };
}

/** A series with a made-up code. */
export function ownSeries(id: string, kind: SeriesKind, from: string, context: CountryContext): Series {
  return newSeries(ownSeriesCode(bareTaxId(context.cfg.Cmp.TaxId), id), kind, true, from);
}

/** Tells the authority that a series takes no more documents; true when it knows. */
export async function reportClosed(id: string, series: Series, context: CountryContext): Promise<boolean> {
  const mode = modeOf(context);
  // Own codes are known to nobody, and codes of one service not to the other.
  if (isOwnCode(series)) return true;
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
  const leftOpen = series.number === 0 && 'refused' in answer;
  if ('ok' in answer || leftOpen) {
    context.memory.delete(memoryKey(id));
    return true;
  }
  remember(id, answer, context);
  return false;
}

/** The name of another series that differs only in upper and lower case. */
export function sameButForCase(id: string, state: State): string | null {
  const wanted = id.toUpperCase();
  for (const [other] of allSeries(state)) {
    if (other !== id && other.toUpperCase() === wanted) return other;
  }
  return null;
}

type Failed = Exclude<AuthorityAnswer<unknown>, { ok: unknown }>;

function remember(id: string, answer: Failed, context: CountryContext): Attempt {
  const before = context.memory.get(memoryKey(id)) as Attempt | undefined;
  const refused = 'refused' in answer && answer.refused.code !== START_IN_THE_PAST;
  const attempt: Attempt = {
    text: 'refused' in answer ? `${answer.refused.code} ${answer.refused.text}` : answer.unreachable,
    refused,
    failures: (before?.failures ?? 0) + 1,
    at: context.clock.now(),
  };
  context.memory.set(memoryKey(id), attempt);
  context.log.error(
    `series ${id}: the tax authority ${refused ? 'refused' : 'was not reached'}: ${attempt.text}`,
  );
  return attempt;
}

function failure(id: string, { text, refused }: Attempt): Issue {
  return refused
    ? issue('#PT_SERIES_REFUSED', '', `the tax authority refuses series ${id}: ${text}`)
    : issue(
        '#PT_SERIES_OFFLINE',
        '',
        `series ${id} cannot be opened, the tax authority is not reached: ${text}`,
      );
}
