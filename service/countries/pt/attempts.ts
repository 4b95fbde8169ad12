/**
 * What came of the last call to the authority for a series: a refusal is not
 * repeated until somebody has looked at it (a wrong password would lock the
 * login), an unreachable service is asked again later and later.
 */
import type { CountryContext, CountryServices } from '../contract/services.ts';
import type { AuthorityAnswer } from './authority/access.ts';
import { bareTaxId } from './tax-id.ts';

/** A failed attempt. */
export interface Attempt {
  text: string;
  /** Refused by the authority, as opposed to not reached. */
  refused: boolean;
  /** Failures in a row. */
  failures: number;
  /** Clock of the last one, ms. */
  at: number;
}

/** Who is waiting: somebody at the control page, a sale, or nobody. */
export type Patience = 'now' | 'sale' | 'background';

type Failed = Exclude<AuthorityAnswer<unknown>, { ok: unknown }>;

const HOUR_MS = 3_600_000;
const SALE_MS = { unreachable: 15_000, refused: HOUR_MS };
/** The first wait, doubled each time up to the longest. */
const BACKGROUND_MS = { first: 60_000, longest: HOUR_MS, refused: 24 * HOUR_MS };
/** "The first day of use is over": right again with the next attempt's day. */
const START_IN_THE_PAST = 4049;

/** Codes of the authority's sign-on; above are those of the series service. */
const LAST_SIGN_ON_CODE = 99;

const PREFIX = 'PT/attempt ';
/** Stands for all series: a refused login, or an authority that was not reached, concerns each of them. */
const EVERY = 'every';

/** Companies may use the same names. */
function memoryKey({ cfg }: CountryContext, id: string): string {
  return `${PREFIX}${bareTaxId(cfg.Cmp.TaxId)} ${id}`;
}

/** The last failure for a series, null when the last attempt went well. */
export function lastFailure(context: CountryContext, id: string): Attempt | null {
  const known = (name: string) => context.memory.get(memoryKey(context, name)) as Attempt | undefined;
  return known(EVERY) ?? known(id) ?? null;
}

/** The last failure while it is too early to try again, else null. */
export function recall(context: CountryContext, id: string, patience: Patience): Attempt | null {
  const attempt = lastFailure(context, id);
  if (!attempt || patience === 'now') return null;
  // A clock that was set back must not make anybody wait for it.
  return Math.abs(context.clock.now() - attempt.at) < waitOf(attempt, patience) ? attempt : null;
}

function waitOf({ refused, failures }: Attempt, patience: 'sale' | 'background'): number {
  if (patience === 'sale') return refused ? SALE_MS.refused : SALE_MS.unreachable;
  if (refused) return BACKGROUND_MS.refused;
  return Math.min(BACKGROUND_MS.first * 2 ** (failures - 1), BACKGROUND_MS.longest);
}

/** Remembers a failure. */
export function remember(context: CountryContext, id: string, answer: Failed): Attempt {
  const refused = 'refused' in answer && answer.refused.code !== START_IN_THE_PAST;
  const name = concernsAll(answer) ? EVERY : id;
  const attempt: Attempt = {
    text: 'refused' in answer ? answer.refused.text : answer.unreachable,
    refused,
    failures: (lastFailure(context, id)?.failures ?? 0) + 1,
    at: context.clock.now(),
  };
  context.memory.set(memoryKey(context, name), attempt);
  context.log.error(
    `series ${id}: the tax authority ${refused ? 'refused' : 'was not reached'}: ${attempt.text}`,
  );
  return attempt;
}

function concernsAll(answer: Failed): boolean {
  if (!('refused' in answer)) return answer.answered !== true;
  const { code } = answer.refused;
  return code > 0 && code <= LAST_SIGN_ON_CODE;
}

/** The last attempt for a series went well, and so did the login. */
export function forget(context: CountryContext, id: string): void {
  for (const name of [id, EVERY]) context.memory.delete(memoryKey(context, name));
}

/** Somebody has changed something: the next attempts are made at once. */
export function forgetAll(services: CountryServices): void {
  for (const key of services.memory.keys()) {
    if (key.startsWith(PREFIX)) services.memory.delete(key);
  }
}
